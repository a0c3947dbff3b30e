"""SQL as HTML: keywords, comments and texts marked, in T-SQL and PostgreSQL alike."""

import re

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

KEYWORDS = (
    "add|after|alter|analyze|and|array|as|asc|between|begin|break|by|call|case|catch|"
    "check|clustered|close|commit|constraint|create|cross|cursor|deallocate|declare|"
    "default|delete|desc|diagnostics|distinct|drop|each|else|elsif|end|exception|exec|"
    "execute|exists|exit|fetch|first|foreach|foreign|for|format|from|full|function|"
    "generated|get|go|group|having|identity|if|immutable|in|index|inner|inout|insert|"
    "into|is|join|key|language|left|limit|loop|materialized|max|min|next|nonclustered|"
    "not|null|of|on|open|option|or|order|out|output|over|partition|perform|pivot|"
    "primary|print|procedure|raise|raiserror|references|referencing|replace|return|"
    "returns|rollback|row_number|save|schemabinding|select|set|statement|stored|table|"
    "temp|then|throw|top|transaction|trigger|truncate|try|union|unique|update|using|"
    "values|view|when|where|while|with|within|lateral|always|count|coalesce|sum"
)
MARKED = re.compile(rf"(?P<i>--[^\n]*)|(?P<em>'[^']*')|\b(?P<b>{KEYWORDS})\b", re.IGNORECASE)


def mark_sql(text: str) -> SafeString:
    """Return a text of ours with `<b>` for keywords, `<i>` for comments and `<em>` for texts in quotes."""
    pieces, at = [], 0
    for match in MARKED.finditer(text):
        tag = str(match.lastgroup)
        pieces.append((text[at : match.start()], tag, match[0], tag))
        at = match.end()
    return format_html("{}{}", format_html_join("", "{}<{}>{}</{}>", pieces), text[at:])
