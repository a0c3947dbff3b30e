"""The atlas shows each kind of technique once, and finds it by any name that it has somewhere."""

import re

import pytest
from test_pages import text_of

from solver.engine import techniques
from solver.engine.rating import LEVELS
from solver.engine.techniques.atlas import (
    MISSING,
    kinds,
    kinds_by_technique,
    kinds_with_rare,
    level_of,
)
from solver.engine.techniques.rungs import rungs
from solver.puzzles.frequency import NeedCounts
from solver.web.learn.atlas import miniature_of, names_of, plain, say_needed

pytestmark = pytest.mark.django_db
# Names of HoDoKu, SudokuWiki and Sudoku Explainer, and German ones, with the kind that each has to lead to.
NAMES = {
    "Full House": "Full house",
    "Last Digit": "Full house",
    "letzte Zelle": "Full house",
    "nackter Einer": "Naked single",
    "versteckter Einer": "Hidden single",
    "Locked Candidates Type 1": "Pointing",
    "Pointing Pair": "Pointing",
    "Direct Pointing": "Pointing",
    "Block-Reihe-Check": "Pointing",
    "Locked Candidates Type 2 ": "Claiming",
    "Box/Line Reduction": "Claiming",
    "Naked Triplet": "Naked triple",
    "nacktes Paar": "Naked pair",
    "Hidden Triplet": "Hidden triple",
    "verstecktes Paar": "Hidden pair",
    "Naked Quads": "Quadruple",
    "x wing": "X-wing",
    "X-Flügel": "X-wing",
    "Schwertfisch": "Swordfish",
    "Qualle": "Jellyfish",
    "Squirmbag": "Jellyfish",
    "Wolkenkratzer": "Skyscraper",
    "Turbot Fish": "Skyscraper",
    "2-String Kite": "Two-string kite",
    "Rectangle Elimination": "Empty rectangle",
    "leeres Rechteck": "Empty rectangle",
    "Y-Wing": "XY-wing",
    "XYZ Wing": "XYZ-wing",
    "Unique Rectangle Type 1": "Unique rectangle",
    "Uniqueness Test 4": "Unique rectangle",
    "Unique Loop": "Unique rectangle",
    "Hidden Unique Rectangle": "Hidden and avoidable rectangle",
    "Bivalue Universal Grave": "BUG+1",
    "Simple Colouring": "Colouring",
    "Singles Chains": "Colouring",
    "Remote Pairs": "Colouring",
    "Sashimi X-Wing": "Finned fish",
    "X-Cycles": "X-chain",
    "Forcing X-Chain": "X-chain",
    "Bidirectional Y-Cycle": "XY-chain",
    "Alternating Inference Chain": "Alternating chain",
    "Grouped X-Cycles": "Alternating chain",
    "Two-Sector Disjoint Subsets": "Sue de Coq",
    "Almost Locked Set XZ-Rule": "Almost locked sets",
    "WXYZ Wing": "Almost locked sets",
    "Todesblüte": "Death Blossom",
    "Nishio": "Forcing chain",
    "Cell Forcing Chains": "Forcing chain",
    "Zwangsnetz": "Forcing chain",
    "SK Loops": "Sets in general",
    "Pattern Overlay Method": "Forcing chain",
    "Locked Candidates Type 1 (Pointing)": "Pointing",
    "Naked Pairs": "Naked pair",
    "nackte Paare": "Naked pair",
    "verstecktes Tripel": "Hidden triple",
    "Hidden Quads": "Quadruple",
    "Simple Coloring": "Colouring",
    "Farbketten": "Colouring",
    "Multi-Colors": "Colouring",
    "3D Medusa": "Alternating chain",
    "Nice Loops": "Alternating chain",
    "AIC with Groups": "Alternating chain",
    "Bidirectional Cycle": "Alternating chain",
    "Zweier-Drachen": "Two-string kite",
    "leere Rechteck": "Empty rectangle",
    "Sue de Coq": "Sue de Coq",
    "W-Wing": "W-wing",
    "Sashimi Swordfish": "Finned fish",
    "Franken Swordfish": "Finned fish",
    "Kraken Fish": "Finned fish",
    "Aligned Pair Exclusion": "Almost locked sets",
    "Unique Rectangles": "Unique rectangle",
    "Double Forcing Chains": "Forcing chain",
    "Zwangsketten": "Forcing chain",
    "Junior Exocet": "Splits",
    "Thor's Hammer": "Splits",
    "x-fluegel": "X-wing",
    "XY-Fluegel": "XY-wing",
    "Einfaches Faerben": "Colouring",
    "Todesbluete": "Death Blossom",
    "Musterueberlagerung": "Forcing chain",
    "Fireworks": "Sets in general",
    "Dynamic Region Forcing Chains": "Forcing chain",
    "Dynamic Forcing Chains (+)": "Forcing chain",
    "Nested Forcing Chains": "Forcing chain",
    "Aligned Triplet Exclusion": "ALS chain",
    "Nice Loop/AIC": "Alternating chain",
    "Twinned XY-Chains": "XY-chain",
    "Guardians": "X-chain",
    "Quad Forcing Chains": "Forcing chain",
    "Extended Unique Rectangles": "Unique rectangle",
    "Siamese Fish": "Finned fish",
    "Avoidable Rectangle Type 2": "Hidden and avoidable rectangle",
    "Steinbutt": "Skyscraper",
    "Drachen": "Two-string kite",
    "Entfernte Paare": "Colouring",
    "Ausschlussverfahren": "Hidden single",
}
# Names of techniques that nothing here stands for.
ABSENT = ("Gurth", "Gurth's Theorem", "BUG Type 3", "Double Exocet", "Brute Force", "AIC with URs")


def titles(page: str) -> list[str]:
    return re.findall(r"</svg> <b>(.*?)</b></a>", page)


def test_every_technique_has_one_kind():
    told = [name for kind in kinds() for name in kind.techniques]
    assert sorted(told) == sorted({*techniques(), *rungs()}), "add it to kinds.txt of its family"


def test_families_stand_by_level(client):
    page = client.get("/techniques/").content.decode()
    assert len(titles(page)) == len(kinds_with_rare()) >= 35
    parts = page.split("data-level=")[1:]
    counts = [len(titles(part)) for part in parts]
    assert counts == [
        sum(level_of(kind) == name for kind, *_rare in kinds_with_rare()) for name in LEVELS
    ]
    # 844 pixels a screen, 68 a row, 300 for what stands above the rows.
    assert max(counts) * 68 + 300 < 2 * 844


@pytest.mark.parametrize(("name", "title"), NAMES.items())
def test_any_name_finds_its_kind(client, name, title):
    page = client.get("/techniques/", {"q": name}).content.decode()
    assert title in titles(page)
    assert len(titles(page)) < 6


@pytest.mark.parametrize("name", ABSENT)
def test_technique_that_is_not_here_is_told_so(client, name):
    page = client.get("/techniques/", {"q": name})
    assert titles(page.content.decode()) == []
    assert "is not part of this site’s ladder." in text_of(page)
    assert "No technique is called" not in text_of(page)


def test_names_of_techniques_that_are_not_here_are_no_names_of_others():
    known = {plain(name) for kind in kinds() for name, _technique in names_of(kind)}
    assert not known & {plain(name) for names in MISSING for name in names.split(", ")}


def test_name_elsewhere_is_said_and_leads_to_its_own_page(client):
    page = client.get("/techniques/", {"q": "starfish"}).content.decode()
    assert '<a href="/techniques/squirmbag/">' in page
    assert "<em>Starfish</em>" in page


@pytest.mark.parametrize("asked", ["magic", "<q1>", "%", "9" * 500, "\x00"])
def test_unknown_name_finds_nothing_and_leads_back(client, asked):
    answer = client.get("/techniques/", {"q": asked})
    assert answer.status_code == 200
    assert titles(answer.content.decode()) == []
    assert "No technique is called" in text_of(answer)


def test_atlas_in_german_finds_english_names_too(client):
    client.cookies["django_language"] = "de"
    assert (
        titles(client.get("/techniques/", {"q": "swordfish"}).content.decode())[0] == "Schwertfisch"
    )


@pytest.mark.parametrize("kind", kinds(), ids=lambda kind: kind.techniques[0])
def test_each_kind_has_a_miniature_of_a_step(kind):
    drawn = miniature_of(kind.techniques[0])
    assert any(f'class="thumb__{sign}"' in drawn for sign in ("placed", "removed", "strike"))


def test_need_is_counted_over_the_paths_of_puzzles():
    counts = NeedCounts(["0003 0800.3.4", "0003 0300", "0003", "bf"])
    assert counts.needing(["XY-wing", "X-wing"]) == 2
    assert counts.needing(["naked single"]) == 3
    assert say_needed(counts.needing(["XY-wing"]), counts.puzzles) == "in 1 puzzle of 4"
    assert say_needed(3, 4) == "in most puzzles"
    assert say_needed(0, 4) == "in none of 4 puzzles"
    assert say_needed(0, 0) == ""


def test_kind_of_a_technique_has_it_and_a_rare_kind_is_in_a_family():
    assert all(name in kind.techniques for name, kind in kinds_by_technique().items())
    assert sorted(each.title.message for family in kinds_with_rare() for each in family) == sorted(
        kind.title.message for kind in kinds()
    )
