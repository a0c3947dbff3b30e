"""A field of tags separated by commas, and widgets that render without templates, for long lists."""

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
    """An input that the browser completes with known tags. `tags.js` does so after each comma."""

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
    """Django's widget, rendered here: a template for each option takes ten times as long."""

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        widget = self.get_context(name, value, attrs)["widget"]
        options = format_html_join(
            "",
            "<option{}>{}</option>",
            (
                (flatatt({"value": str(option["value"]), **option["attrs"]}), option["label"])
                for _group, options, _index in widget["optgroups"]
                for option in options
            ),
        )
        attributes = flatatt({"name": name, **widget["attrs"]})
        return format_html("<select{}>{}</select>", attributes, options)


class PlainInput(forms.widgets.Input):
    """Django's widget, rendered here like `PlainSelect`. A list has one or two in a row."""

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        widget = self.get_context(name, value, attrs)["widget"]
        attributes = {"type": widget["type"], "name": name, "value": widget["value"]}
        return format_html("<input{}>", flatatt({**attributes, **widget["attrs"]}))


class PlainHiddenInput(PlainInput, forms.HiddenInput):
    pass


def tick(label: Any) -> forms.BooleanField:
    """Return a field for a box that may stay empty."""
    return forms.BooleanField(label=label, required=False)


class PlainField(forms.CharField):
    """One line of visible text."""

    default_validators = [validate_plain]  # noqa: RUF012  # as Django has it


class TimeField(forms.DateTimeField):
    """A time in one input, in which the browser helps. It is UTC."""

    widget = forms.DateTimeInput(format="%Y-%m-%dT%H:%M", attrs={"type": "datetime-local"})


class PlainErrorList(ErrorList):
    """Django's list of errors, which renders a template even if it is empty."""

    def render(self, *args: Any, **kwargs: Any) -> SafeString:
        return super().render(*args, **kwargs) if self else SafeString("")

    __str__ = __html__ = render  # as in Django


class RowsFormSet(forms.BaseModelFormSet):
    """The formset of an editable list."""

    model: Any

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"error_class": PlainErrorList, **kwargs})

    def add_fields(self, form: Any, index: int | None) -> None:
        super().add_fields(form, index)
        form.fields[self.model._meta.pk.name].widget = PlainHiddenInput()


class TagsField(forms.CharField):
    """A list of tags, without duplicates and surrounding blanks."""

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
