"""The methods made ready for a form."""

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from solver import engine
from solver.engine.methods import best
from solver.engine.methods.base import Option, Value
from solver.web.labels import say_method

BEST = best.method.name  # what a form chooses by itself


def fields_of_methods(name: str, options: Mapping[str, Value], is_open: bool = False) -> SafeString:
    """The fields to choose a method with; open where something is wrong and it may be the method."""
    is_open = is_open and name != BEST
    known = (
        name if name in engine.methods() else ""
    )  # what somebody made up is not to be remembered
    return _fields(get_language() or "", known, json.dumps(options, sort_keys=True), is_open)


@lru_cache(maxsize=64)
def _fields(_language: str, name: str, options: str, is_open: bool) -> SafeString:
    """Over a hundred fields, the same on nearly every form."""
    methods = drawn_methods(name, json.loads(options))
    return render_to_string("solver/_methods.html", {"methods": methods, "is_open": is_open})


def drawn_methods(name: str, options: Mapping[str, Value]) -> list[dict[str, Any]]:
    """Every method with its options, BEST first; the chosen one with what is chosen of them."""
    return [
        {
            "name": method.name,
            "title": say_method(method.name),
            "summary": _(method.summary),
            "options": [
                drawn_option(option, options.get(option.name, option.default))
                for option in method.options
            ],
            "checked": method.name == name,
        }
        for method in sorted(engine.methods().values(), key=lambda method: method.name != BEST)
    ]


def say_chosen(chosen: int, count: int) -> str:
    """`all 68`, or `61 of 68`"""
    said = _("all %(count)d") if chosen == count else _("%(chosen)d of %(count)d")
    return said % {"chosen": chosen, "count": count}


def drawn_option(option: Option, value: Value) -> dict[str, Any]:
    """An option with what is chosen of it."""
    chosen = value if isinstance(value, list) else [value]
    choices = [
        {"value": name, "words": _(words), "chosen": name in chosen}
        for name, words in option.choices.items()
    ]
    return {
        "name": option.name,
        "kind": option.kind,
        "title": _(option.title),
        "help": _(option.help),
        "most": option.most,
        "value": value,
        "choices": choices,
        "families": [
            {
                "title": _(title),
                "choices": [
                    each
                    for name, each in zip(option.choices, choices, strict=True)
                    if option.families[name] == title
                ],
            }
            for title in dict.fromkeys(option.families.values())
        ],
        "said": say_chosen(len(chosen), len(choices)) if option.families else "",
    }
