// An answer to a form that was refused: reloading it asks for the page, not whether to send the form again.

history.replaceState(null, "", location.href);
