"""Reading replies."""

from __future__ import annotations

import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, Field, RootModel

from ragas.exceptions import ReplyError, TruncatedReplyError
from ragas.llms.schemas import instruction, schema_of, strict_schema_of
from ragas.llms.structured import correction, parse, was_cut


class Verdict(BaseModel):
    verdict: bool
    reason: str = ""


class Verdicts(BaseModel):
    verdicts: list[Verdict]


class Statements(BaseModel):
    statements: list[str]


class Loose(BaseModel):
    note: str = ""
    score: int = 0


UNTIDY = {
    "plain": '{"verdicts": [{"verdict": true}, {"verdict": false}]}',
    "fence": '```json\n{"verdicts": [{"verdict": 1}, {"verdict": 0}]}\n```',
    "single quotes": "{'verdicts': [{'verdict': 1, 'reason': 'it\\'s so'}, {'verdict': 0}]}",
    "apostrophe in single quotes": "{'verdicts': [{'verdict': 1, 'reason': 'it's so'}, {'verdict': 0}]}",
    "double quotes in single quotes": "{'verdicts': [{'verdict': 1, 'reason': 'a \"b\"'}, {'verdict': 0}]}",
    "trailing comma": '{"verdicts": [{"verdict": 1}, {"verdict": 0},],}',
    "prose before": 'Sure! Here it is: {"verdicts": [{"verdict": 1}, {"verdict": 0}]}',
    "prose around": 'Sure {x}! {"verdicts": [{"verdict": 1}, {"verdict": 0}]} Anything else [y/n]?',
    "thinking": '<think>maybe {"verdict": 9}</think>{"verdicts": [{"verdict": 1}, {"verdict": 0}]}',
    "thinking without its start": 'maybe {"verdicts": []}</think>{"verdicts": [{"verdict": 1}, {"verdict": 0}]}',
    "numbers as text": '{"verdicts": [{"verdict": "1"}, {"verdict": "0"}]}',
    "python literals": '{"verdicts": [{"verdict": True, "reason": "None"}, {"verdict": False}]}',
    "bare keys": "{verdicts: [{verdict: true}, {verdict: false}]}",
    "comment": '{"verdicts": [{"verdict": true}, // first\n {"verdict": false}]}',
    "missing comma": '{"verdicts": [{"verdict": true} {"verdict": false}]}',
    "raw newline": '{"verdicts": [{"verdict": true, "reason": "a\nb"}, {"verdict": false}]}',
    "the list alone": '[{"verdict": 1}, {"verdict": 0}]',
    "wrapped in its name": '{"Verdicts": {"verdicts": [{"verdict": 1}, {"verdict": 0}]}}',
    "the schema filled in": '{"type": "object", "properties": {"verdicts": [{"verdict": 1}, {"verdict": 0}]}}',
    "corrected further down": 'First {"verdicts": []}, no: {"verdicts": [{"verdict": 1}, {"verdict": 0}]}',
}


@pytest.mark.parametrize("text", UNTIDY.values(), ids=UNTIDY.keys())
def test_untidy_replies_are_read(text: str) -> None:
    """However untidy, a complete reply is read without a second call."""
    assert [item.verdict for item in parse(text, Verdicts).verdicts] == [True, False]


@pytest.mark.parametrize(
    "text",
    [
        '{"verdicts": [{"verdict": true}, {"verdict": false}',
        '{"verdicts": [{"verdict": true}, {"verd',
        "{'verdicts': [{'verdict': True}, {'verdict': False}",
        '```json\n{"verdicts": [{"verdict": true}, {"verdict": fal',
    ],
)
def test_a_cut_reply_is_never_completed(text: str) -> None:
    """The verdicts before the cut are not taken for all of them."""
    with pytest.raises(ReplyError, match="ends in the middle"):
        parse(text, Verdicts)


@pytest.mark.parametrize(
    "text",
    [
        'Draft: {"statements": ["a"]}\nFinal: {"statements": ["a", "b"',
        'Draft: ["a"]\nFinal: ["a", "b"',
        '[{"statements": ["a"]}, {"statements": ["b", "c',
        '[{"statements": ["a"]}, ',
        "[{'statements': ['a']}, {'statements'",
    ],
)
def test_what_stands_before_a_cut_is_no_answer(text: str) -> None:
    """A draft, or the first of several, does not stand in for the answer that was cut."""
    with pytest.raises(ReplyError, match="ends in the middle"):
        parse(text, Statements)


@pytest.mark.parametrize(
    "text",
    [
        'Here: {"statements": ["A", "B"]}\nSources: ["doc 1"]',
        'Sources: ["doc 1"]\n{"statements": ["A", "B"]}',
        '[{"statements": ["A", "B"]}] See ["doc 1"].',
        '["A", "B"]',
        '{"statements": ["A", "B"]} (see [1] and [2])',
        " ".join(f"Step [{i}]." for i in range(500)) + ' {"statements": ["A", "B"]}',
    ],
)
def test_an_object_with_the_right_key_goes_before_a_list(text: str) -> None:
    """Lists of sources and footnotes beside the answer are not taken for it; a list alone still is."""
    assert parse(text, Statements).statements == ["A", "B"]


def test_a_list_does_not_stand_in_for_a_wrong_object() -> None:
    """Where the object with the right key does not fit, the judge is asked again."""
    with pytest.raises(ReplyError, match="does not fit Statements"):
        parse('{"statements": 5} Sources: ["doc 1"]', Statements)


WILD = {
    "thoughts that open": "<think>" * 10_000,
    "thoughts that are empty": "<think></think>" * 10_000,
    "one angle bracket": "<" + "a" * 200_000,
    "lists that open": "[[1]," * 100_000,
    "lists of numbers that open": "[1," * 100_000,
    "brackets in prose": "x[" * 100_000,
    "braces in prose": "{x " * 100_000,
    "footnotes": "[1 " * 100_000,
    "braces around nothing": "{" * 50_000 + "}" * 50_000,
    "commas that lack": "{'a' 'b' " + "'c' 'd', " * 30_000 + "}",
    "a number": "[" + "1" * 10_000 + "]",
}


@pytest.mark.parametrize("text", WILD.values(), ids=WILD.keys())
def test_a_model_that_runs_wild_is_read_in_no_time(text: str) -> None:
    """Time grows with the length of a reply, not with its square."""
    before = time.process_time()
    with pytest.raises(ReplyError):
        parse(text, Statements)
    assert time.process_time() - before < 3


@pytest.mark.parametrize(
    "text",
    [
        '<think>a <think> b</think>{"verdict": true}',
        '<think>a<think>b</think>{"verdict": false}</think>{"verdict": true}',
        '<think>a<reasoning>b</reasoning>{"verdict": false}</think>{"verdict": true}',
        '<thought>a {"verdict": false}</think>{"verdict": true}',
        '{"verdict": true}<think>{"verdict": false}',
    ],
)
def test_thoughts_end_where_their_tags_say(text: str) -> None:
    """Nested, named twice, closed by another name or not at all."""
    assert parse(text, Verdict).verdict is True


def test_parts_of_a_cut_reply_are_no_answers() -> None:
    """An inner object does not stand in for the one that was cut, even where it would validate."""
    with pytest.raises(ReplyError):
        parse('{"notes": [{"note": "a", "score": 1}, {"note": "b"', Loose)


@given(st.text(), st.integers(min_value=1, max_value=40))
def test_no_prefix_of_a_reply_is_taken_for_it(reason: str, cut: int) -> None:
    """Whatever stands in the strings, a reply without its end does not parse."""
    whole = Verdicts(
        verdicts=[Verdict(verdict=True, reason=reason), Verdict(verdict=False)]
    ).model_dump_json()
    with pytest.raises(ReplyError):
        parse(whole[:-cut], Verdicts)


@given(st.dictionaries(st.text(min_size=1), st.text()))
def test_strings_come_through_unchanged(texts: dict[str, str]) -> None:
    """Prose around a reply changes nothing in it."""

    class Texts(BaseModel):
        texts: dict[str, str]

    reply = Texts(texts=texts)
    assert parse(f"Here: {reply.model_dump_json()} Good?", Texts) == reply


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is empty"),
        ("   ", "is empty"),
        ("<think>hm", "thought but gave no answer"),
        ("I cannot say.", "holds no JSON object that fits Verdicts"),
        ('{"verdicts": [{"verdict": 9}]}', r"verdicts\.0\.verdict.*got 9"),
        ('{"answer": 1}', "holds no JSON object"),
        ("[1, 2]", "does not fit"),
    ],
)
def test_an_unusable_reply_says_why_and_shows_itself(text: str, message: str) -> None:
    """The error says what is wrong and holds the reply."""
    with pytest.raises(ReplyError, match=message) as caught:
        parse(text, Verdicts)
    assert caught.value.reply == text


def test_a_long_reply_is_cut_in_the_message() -> None:
    """The message stays readable; `reply` holds all."""
    with pytest.raises(ReplyError) as caught:
        parse("word " * 1000, Verdicts)
    assert len(str(caught.value)) < 500
    assert len(caught.value.reply) == 5000


def test_an_object_that_shares_no_field_is_no_answer() -> None:
    """A model whose fields are all optional does not take any object for a reply."""
    with pytest.raises(ReplyError):
        parse('{"error": "overloaded"}', Loose)


def test_root_models_are_read() -> None:
    """A reply may be a bare list where the model says so."""
    assert parse("So: [1, 2]", RootModel[list[int]]).root == [1, 2]


@pytest.mark.parametrize(
    "reason", ["eos", "stop_sequence", "never heard of it", None, "stop", "end_turn", "STOP"]
)
def test_any_finish_reason_but_a_cut_is_an_ending(reason: str | None) -> None:
    """Unknown and missing finish reasons are accepted."""
    assert not was_cut(reason)
    assert parse(UNTIDY["plain"], Verdicts, finish_reason=reason).verdicts


@pytest.mark.parametrize("reason", ["length", "max_tokens", "MAX_TOKENS", "FinishReason.MAX_TOKENS"])
def test_a_cut_is_told_with_its_numbers(reason: str) -> None:
    """A reply the provider cut off is refused even when it parses, and the message says after how many tokens."""
    with pytest.raises(TruncatedReplyError, match="after 512 tokens"):
        parse(UNTIDY["plain"], Verdicts, finish_reason=reason, output_tokens=512)


def test_a_cut_without_usage_says_so() -> None:
    """Where the provider does not count, the message does not pretend to know."""
    with pytest.raises(TruncatedReplyError, match="does not tell"):
        parse("{", Verdicts, finish_reason="length")


def test_the_correction_names_the_problem_and_the_schema() -> None:
    """The judge is told what was wrong and how to answer, not shown its reply a second time."""
    error = ReplyError("The judge's reply does not fit X: a: missing.", reply="secret")
    text = correction(error, Verdicts)
    assert "a: missing" in text
    assert instruction(Verdicts) in text
    assert "secret" not in text


class TestSchemas:
    """The schemas that are sent."""

    def test_strict_schemas_require_every_property(self) -> None:
        """Strict mode takes no optional properties, defaults or free keys; references lose their siblings."""
        schema = strict_schema_of(Verdicts)
        assert schema is not None
        inner = schema["$defs"]["Verdict"]
        assert inner["required"] == ["verdict", "reason"]
        assert inner["additionalProperties"] is False
        assert "default" not in inner["properties"]["reason"]

    def test_property_names_are_not_keywords(self) -> None:
        """A property called `default` or `title` stays."""

        class Odd(BaseModel):
            default: int
            title: str
            enum: list[str] = Field(default_factory=list)

        schema = strict_schema_of(Odd)
        assert schema is not None
        assert list(schema["properties"]) == ["default", "title", "enum"]
        assert '"title":{"type":"string"}' in instruction(Odd)

    @pytest.mark.parametrize("annotation", [dict[str, int], tuple[int, str], Any])
    def test_what_strict_mode_cannot_say_is_sent_as_it_is(self, annotation: Any) -> None:
        """Free keys, tuples and the like have no strict form (an untyped value has one)."""
        from pydantic import create_model

        model = create_model("Free", value=(annotation, ...))
        assert (strict_schema_of(model) is None) == (annotation is not Any)

    def test_schemas_are_made_once(self) -> None:
        """The schema of a class is not built again for every call."""
        assert schema_of(Verdicts) is schema_of(Verdicts)
