"""The layers before and behind every view: refusals, headers, languages, logs."""
