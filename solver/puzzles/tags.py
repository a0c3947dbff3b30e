"""Tags in words: those that the site itself gives are shown in the language of the page."""

from django.utils.translation import gettext as _, gettext_lazy

from solver import engine
from solver.engine.rating.grading import BEYOND
from solver.engine.techniques.rungs import by_slug
from solver.models.puzzle import NEEDS, STARTER

SYMMETRIES = {
    "full": gettext_lazy("all symmetries"),
    "rotational-90": gettext_lazy("quarter turn"),
    "rotational-180": gettext_lazy("half turn"),
    "horizontal": gettext_lazy("top and bottom mirrored"),
    "vertical": gettext_lazy("left and right mirrored"),
    "diagonal": gettext_lazy("mirrored along the diagonal from top left"),
    "anti-diagonal": gettext_lazy("mirrored along the diagonal from bottom left"),
}


def say_symmetry(name: str) -> str:
    """Return a symmetry of the givens in words. For example, `rotational-180` becomes `half turn`."""
    return str(SYMMETRIES.get(name) or _(name))


def say_tag(tag: str) -> str:
    """Return a tag in the language of the page if the site itself gives it, or else unchanged."""
    technique = by_slug().get(tag.removeprefix(NEEDS)) if tag.startswith(NEEDS) else None
    if technique:
        return _("needs %(technique)s") % {"technique": _(technique.technique)}
    if tag in engine.GRADES:
        return _("beyond the articles’ rules") if tag == BEYOND else _(engine.GRADES[tag])
    own = {STARTER: _("starter library"), "generated": _("generated"), "minimal": _("minimal")}
    return own.get(tag) or (say_symmetry(tag) if tag in SYMMETRIES else tag)
