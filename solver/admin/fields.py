"""Tags as people type them, words with commas between; and fields of many rows, without templates."""

from typing import Any

from django import forms
from django.forms.utils import ErrorList, flatatt
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from solver.models.validators import validate_plain
from solver.puzzles.catalogue import recent_tags
from solver.puzzles.files.reading import LONGEST_TAG, split_tags


class TagsInput(forms.TextInput):
    """A line that the browser completes with a tag that is known; `tags.js` does so after each comma."""

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        known = f"known-{(attrs or {}).get('id', name)}"
        more = {"list": known, "autocomplete": "off", "data-tags": _("to choose from")}
        attrs = {**(attrs or {}), **more}
        options = format_html_join(
            "", '<option value="{}"></option>', ((t,) for t in recent_tags())
        )
        field = super().render(name, value, attrs, renderer)
        return format_html('{}<datalist id="{}">{}</datalist>', field, known, options)


class PlainSelect(forms.Select):
    """Django's, its options put together here: a template for each takes ten times as long."""

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        widget = self.get_context(name, value, attrs)["widget"]
        options = format_html_join(
            "",
            "<option{}>{}</option>",
            (
                (flatatt({"value": str(each["value"]), **each["attrs"]}), each["label"])
                for _group, several, _at in widget["optgroups"]
                for each in several
            ),
        )
        named = flatatt({"name": name, **widget["attrs"]})
        return format_html("<select{}>{}</select>", named, options)


class PlainInput(forms.widgets.Input):
    """Django's, put together here: see `PlainSelect`; a list has one or two a row."""

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        widget = self.get_context(name, value, attrs)["widget"]
        named = {"type": widget["type"], "name": name, "value": widget["value"]}
        return format_html("<input{}>", flatatt({**named, **widget["attrs"]}))


class PlainHiddenInput(PlainInput, forms.HiddenInput):
    pass


class PlainErrorList(ErrorList):
    """Django's, which takes a template to say nothing, too."""

    def render(self, *args: Any, **kwargs: Any) -> SafeString:
        return super().render(*args, **kwargs) if self else SafeString("")

    __str__ = __html__ = render  # as Django has it


class RowsFormSet(forms.BaseModelFormSet):
    """The rows of a list that is filled in."""

    model: Any

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"error_class": PlainErrorList, **kwargs})

    def add_fields(self, form: Any, index: int | None) -> None:
        super().add_fields(form, index)
        form.fields[self.model._meta.pk.name].widget = PlainHiddenInput()


class TagsField(forms.CharField):
    """A list of tags, each once, without the blanks around them."""

    widget = TagsInput

    def prepare_value(self, value: object) -> object:
        return ", ".join(value) if isinstance(value, list) else value

    def to_python(self, value: object) -> list[str]:  # type: ignore[override]
        tags = split_tags(super().to_python(self.prepare_value(value)) or "")
        for tag in tags:
            if len(tag) > LONGEST_TAG:
                raise forms.ValidationError(f"“{tag[:20]}…” > {LONGEST_TAG}")
            validate_plain(tag)
        return tags
