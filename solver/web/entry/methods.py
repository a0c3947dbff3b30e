"""The fields of a form that choose a method and its options."""

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext as _

from solver import engine
from solver.engine.methods import best, ladder
from solver.engine.methods.base import Method, Option, Value
from solver.web.labels import say_method

# The best method has the ladder's options too. Who wants to change them chooses the ladder.
LADDER_OPTIONS = frozenset(option.name for option in ladder.method.options)
# The lesson that has the link to the SQL of each article.
LESSONS = {
    "000": "enclosed-sets",
    "001": "branches",
    "002": "hidden-singles",
    "003": "candidates-as-rows",
    "004": "joins",
}
BEST = best.method.name  # the default of every form, with the options of `form_options`


def fields_of_methods(
    name: str, options: Mapping[str, Value], is_open: bool = False
) -> dict[str, Any]:
    """Return the fields as HTML, and the line that names the chosen method while they are folded.

    `is_open` unfolds them after an error, unless the method is the default.
    """
    # An invented name must not fill the cache.
    known_name = name if name in engine.methods() else ""
    chosen, fields = _fields(get_language() or "", known_name, json.dumps(options, sort_keys=True))
    return {"chosen": chosen, "fields": fields, "is_open": is_open and name != BEST}


@lru_cache(maxsize=64)
def _fields(_language: str, name: str, options: str) -> tuple[SafeString, SafeString]:
    """Render the fields. There are over a hundred, and nearly every form has the same."""
    context = {"methods": method_choices(name, json.loads(options))}
    return (
        render_to_string("solver/_method_chosen.html", context),
        render_to_string("solver/_methods.html", context),
    )


def method_choices(name: str, options: Mapping[str, Value]) -> list[dict[str, Any]]:
    """Return every method with its options for a template, the default method first.

    Method `name` is selected, with `options`.
    """
    return [
        {
            "name": method.name,
            "title": say_method(method.name, {**defaults, **options}),
            "summary": say_summary(method, {**defaults, **options}),
            "article": method.article,
            "lesson": LESSONS.get(method.article, ""),
            "options": [
                option_choices(option, {**defaults, **options}.get(option.name, option.default))
                for option in method.options
                if option.name not in of_ladder
                or (name == BEST and options.get(option.name, option.default) != option.default)
            ],
            "checked": method.name == name,
            "is_changed": method.name == name
            and any(
                options.get(option.name, option.default)
                != defaults.get(option.name, option.default)
                for option in method.options
                if option.name in options
            ),
        }
        for method in sorted(engine.methods().values(), key=lambda method: method.name != BEST)
        for defaults in [form_options(method)]
        for of_ladder in [LADDER_OPTIONS if method.name == BEST else ()]
    ]


def say_summary(method: Method, options: Mapping[str, Value]) -> str:
    """Return a method's summary in the language of the page, which may depend on its options."""
    if method.name == BEST and options.get("first") == ladder.method.name:
        return _(
            "Always the easiest step that a person could find. A guess only without a single solution."
        )
    return _(method.summary)


def form_options(method: Method) -> dict[str, Value]:
    """Return only those options of a method for which forms have another default than the API.

    For example, `{"first": "ladder"}` for the method `best`.
    """
    return {"first": ladder.method.name} if method.name == BEST else {}


def say_chosen(selected: int, count: int) -> str:
    """Return how many of a number of choices are selected: `all 68`, or `61 of 68`."""
    text = _("all %(count)d") if selected == count else _("%(chosen)d of %(count)d")
    return text % {"chosen": selected, "count": count}


def option_choices(option: Option, value: Value) -> dict[str, Any]:
    """Return an option of a method for a template, with its choices and the selected ones marked."""
    selected = value if isinstance(value, list) else [value]
    choices = [
        {"value": name, "words": _(label), "chosen": name in selected}
        for name, label in option.choices.items()
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
                    choice
                    for name, choice in zip(option.choices, choices, strict=True)
                    if option.families[name] == title
                ],
            }
            for title in dict.fromkeys(option.families.values())
        ],
        "summary": say_chosen(len(selected), len(choices)) if option.families else "",
    }
