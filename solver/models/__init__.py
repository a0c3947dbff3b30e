"""The models: users, puzzles, solves with their iterations, and jobs. One model a file.

PostgreSQL's constraints are the last line of defence against errors in the code.
"""

from .chapter import Chapter
from .collection import Collection
from .daily import DailyPuzzle
from .database_run import DatabaseRun
from .heartbeat import Heartbeat
from .idempotency import IdempotencyKey
from .job import Job
from .job_part import JobPart
from .mail import Mail
from .membership import Membership
from .play_record import PlayRecord
from .puzzle import BOXES, SEARCHED, SIZES, Puzzle
from .report import Report
from .saved_filter import SavedFilter
from .saved_game import SavedGame
from .second_factor import SecondFactor
from .solve import Solve, SolveQuerySet
from .token import Token
from .user import User
from .webhook import Delivery, Webhook
