"""The fields of puzzles in files, under the names that people and other programs give them."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from solver.engine.notation.variants import refuse_variants
from solver.models.validators import seen

Item = str | dict[str, Any]

FIELDS = ("givens", "title", "author", "source", "licence", "notes", "tags")
PUBLISHED, YES = "published", "yes"  # of a puzzle in a collection's file: `true` in JSON
LONGEST_TAG = 50  # characters
# Names of columns, in six languages, small and without accents or a sign at the end.
COLUMN_NAMES = {
    "givens": """givens puzzle puzzles grid grids board boards sudoku sudokus clues quiz quizzes question
        sudoku_string puzzle_string cells problem start ratsel raetsel aufgabe aufgaben gitter vorgaben vorgabe
        sudoku-ratsel grille grilles enonce enonces probleme pistas rompecabezas cuadricula cuadriculas tablero
        tableros crucigrama schema schemi griglia griglie opgave opgaven puzzels puzzel raadsel raadsels rooster
        roosters diagram""",
    "solution": """solution solutions solved answer answers losung loesung losungen loesungen reponse reponses
        solucion soluciones respuesta soluzione soluzioni risposta oplossing oplossingen antwoord""",
    "title": """title titles name names heading headline caption titel bezeichnung uberschrift ueberschrift
        titre titres nom noms intitule titulo titulos nombre nombres titolo titoli nome nomi naam namen
        opschrift""",
    "author": """author authors setter setters constructor creator composer by created_by made_by set_by
        composed_by von par por door
        erstellt_von cree_par creado_por creato_da gemaakt_door autor autoren autorin
        autorinnen verfasser verfasserin ersteller erstellerin konstrukteur urheber auteur auteurs auteure
        createur creatrice compositeur autora autores creador creadora autore autrice autori creatore maker
        makers bedenker samensteller""",
    "source": """source sources origin publication published_in from book quelle quellen
        herkunft ursprung origine provenance fuente fuentes origen procedencia fonte fonti provenienza bron
        bronnen herkomst""",
    "level": """level levels difficulty grade rating schwierigkeit schwierigkeitsgrad stufe niveau grad
        difficulte difficultes nivel dificultad grado livello difficolta moeilijkheid moeilijkheidsgraad""",
    "tags": """tags tag keywords keyword labels label stichworter stichwoerter stichworte schlagworter
        schlagwoerter schlagworte schlagwort schlusselworter schluesselwoerter
        mots-cles mots_cles etiquettes etiquette etiquetas etiqueta
        palabras_clave etichette etichetta parole_chiave trefwoorden trefwoord sleutelwoorden""",
    "date": """date dates published_on published datum erschienen paru_le
        erscheinungsdatum erstellt jour fecha fechas
        publicado data publicatiedatum""",
    "number": "no nr id number # nummer n° nº numero num n lfd lfd._nr laufnummer volgnummer volgnr index",
    "notes": """notes note comment comments remark remarks bemerkung bemerkungen anmerkung anmerkungen notiz
        notizen kommentar kommentare hinweis remarque remarques commentaire commentaires nota notas comentario
        comentarios observaciones observacion commento commenti osservazioni annotazioni opmerking opmerkingen
        notities toelichting""",
    "shape": "shape",
    "licence": "licence license lizenz licencia licenza licentie",
}
MEANINGS = {
    name.replace("_", " "): field for field, names in COLUMN_NAMES.items() for name in names.split()
}
GIVENS = {name for name, field in MEANINGS.items() if field == "givens"}
# These are checked, but not stored.
SOLUTIONS = {name for name, field in MEANINGS.items() if field == "solution"}
NUMBERS = {name for name, field in MEANINGS.items() if field == "number"}
LEVEL, DATE, NUMBER = "level", "date", "number"  # fields of files that puzzles do not have
SHAPE = "shape"  # the name of a board, in front of the givens from then on
CHOOSABLE = (*FIELDS, "solution", SHAPE, LEVEL, DATE, NUMBER)
# Facts that the library computes itself, and columns of an import's report.
REPORTED = {"item", "fate", "place", "note", "verdict"}
COMPUTED = {"", "clues", *REPORTED} - {"note"}
MOST_TOLD = 1_000  # ignored names of columns or keys that are reported
LONGEST_NAME = 40  # characters of a name that are reported
NAMED_BY_A_WORD = {"title", "author", "source", "level", "tags", "notes", "date"}
IN_BRACKETS = re.compile(r"[(\[].*")
LETTER = re.compile(r"[^\W\d_]")
AUTHOR_BEHIND = re.compile(
    r"(.+?)\s*[,;–—-]\s*(?:by|von|por|par|di|da|de|door|van)\s+(.+)",
    re.IGNORECASE,
)


def split_tags(text: str) -> list[str]:
    """Return the tags of a comma-separated text, without duplicates."""
    return list(dict.fromkeys(tag.strip() for tag in text.split(",") if tag.strip()))


def field_called(name: str) -> str | None:
    """Return the field that a column's name means in one of six languages, or None if it means none."""
    text = unicodedata.normalize("NFKD", name.strip().rstrip(".:").lower().replace("ß", "ss"))
    plain = "".join(letter for letter in text if not unicodedata.combining(letter))
    plain = " ".join(plain.split())
    if plain == PUBLISHED or plain in MEANINGS:
        return PUBLISHED if plain == PUBLISHED else MEANINGS[plain]
    # Of several words, such as `Puzzle title` or `Niveau (1-5)`, one names the field.
    words = [
        word for word in re.findall(r"[a-z-]{3,}", IN_BRACKETS.sub("", plain)) if word in MEANINGS
    ]
    meant = {MEANINGS[word] for word in words} & NAMED_BY_A_WORD
    if len(meant) > 1:
        meant.discard("title")  # as in `Author name`
    return meant.pop() if len(meant) == 1 else None


@dataclass
class Names:
    """The names of a file's columns or keys: their fields, and the ignored ones."""

    left: dict[str, None] = field(default_factory=dict)

    def meaning(self, name: str) -> str:
        """Return the field that a column's name in a file means, or an empty string if it is ignored.

        Raise GridError if the name is one of a Sudoku variant: without its rules it would be another puzzle.
        """
        if name.strip().lower() in COMPUTED:
            return ""
        if (meant := field_called(name)) is not None:
            return meant
        refuse_variants(f"{name.strip().lower()}:")
        if len(self.left) < MOST_TOLD:
            self.left.setdefault(seen(name.strip()[:LONGEST_NAME]))
        return ""

    def report_items(self, place: str, already: int = 0) -> Iterator[Item]:
        """Yield a report item for each ignored name of a column, skipping the first `already`."""
        for name in list(self.left)[already:]:
            yield {"place": place, "left": name, "givens": f"# {name}"}


def merge_fields(named: Iterable[tuple[str, str, str]]) -> dict[str, str]:
    """Return the fields of a puzzle by (field, name in the file, text) of each column.

    A level in words is a tag. A level in numbers is on a scale of another program and stands in the notes with
    its name, as does a date.
    """
    fields: dict[str, str] = {}
    notes: list[str] = []
    for name, called, text in named:
        if name in (LEVEL, DATE) and text.strip():
            is_tag = name == LEVEL and LETTER.search(text) and len(text) <= LONGEST_TAG
            if is_tag and "," not in text:
                fields["tags"] = ",".join(filter(None, [fields.get("tags", ""), text.strip()]))
            else:
                notes.append(f"{called.strip() or name}: {text.strip()}")
        elif name == "tags":
            # Semicolons, as others write lists within a cell.
            tags = text if "," in text else text.replace(";", ",")
            fields["tags"] = ",".join(filter(None, [fields.get("tags", ""), tags]))
        elif name == "notes" and text:
            notes.insert(0, text)
        elif name not in (LEVEL, DATE, NUMBER, "notes"):
            fields[name] = text
    if notes:
        fields["notes"] = "\n".join(notes)
    return fields


def title_and_author(text: str) -> tuple[str, str]:
    """Return the title and the author of a line such as `Café corner 3, by Night Desk`."""
    found = AUTHOR_BEHIND.fullmatch(text.strip())
    return (found[1], found[2]) if found else (text.strip(), "")


def line(number: int) -> str:
    return _("line %(number)s") % {"number": number}
