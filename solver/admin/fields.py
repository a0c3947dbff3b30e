"""Tags as people type them: words with commas between."""

from django import forms

from solver.library.files.reading import LONGEST_TAG, split_tags
from solver.models.texts import validate_plain


class TagsField(forms.CharField):
    """A list of tags, each once, without the blanks around them."""

    def prepare_value(self, value: object) -> object:
        return ", ".join(value) if isinstance(value, list) else value

    def to_python(self, value: object) -> list[str]:  # type: ignore[override]
        tags = split_tags(super().to_python(self.prepare_value(value)) or "")
        for tag in tags:
            if len(tag) > LONGEST_TAG:
                raise forms.ValidationError(f"“{tag[:20]}…” > {LONGEST_TAG}")
            validate_plain(tag)
        return tags
