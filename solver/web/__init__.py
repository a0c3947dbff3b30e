"""The door for people: server-rendered pages that work without JavaScript."""
