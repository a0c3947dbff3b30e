"""What a program must know to offer the methods: their names, options, values and words."""

from solver import engine


def test_list_has_every_method_with_valid_options(client):
    answer = client.get("/api/v1/methods/").json()
    assert [method["name"] for method in answer] == list(engine.methods())
    for method in answer:
        assert method["summary"]
        for option in method["options"]:
            assert option["help"].endswith((".", ")"))
            offered = list(option.get("choices", ())) or [option["from"], option["to"]]
            read = engine.find_method(method["name"]).read_options
            for value in offered:
                given = [value] if option["kind"] == "several" else value
                assert read({option["name"]: given})[option["name"]] == given
            assert read({})[option["name"]] == option["default"]
