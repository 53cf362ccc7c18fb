"""Extractors that ask a judge, and what they find by rules where the judge writes nothing."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.testset.transforms.scripts import BEES, article, data, judge, prose

from ragas.exceptions import ConfigurationError, ReplyError
from ragas.llms import LocalJudge
from ragas.testing import ScriptedJudge
from ragas.testset.graph import Node
from ragas.testset.transforms import (
    HeadlinesExtractor,
    KeyphrasesExtractor,
    NERExtractor,
    SummaryExtractor,
    ThemesExtractor,
    TitleExtractor,
    TopicDescriptionExtractor,
)

ALL = [
    SummaryExtractor,
    TitleExtractor,
    TopicDescriptionExtractor,
    KeyphrasesExtractor,
    HeadlinesExtractor,
    NERExtractor,
    ThemesExtractor,
]
NAMES = ["summary", "title", "topic_description", "keyphrases", "headlines", "entities", "themes"]


def extract(extractor: Any, text: Any) -> Any:
    node = Node(properties={} if text is None else {"page_content": text})
    name, value = asyncio.run(extractor.extract(node))
    assert name == extractor.property_name
    return value


def test_each_writes_its_own_property() -> None:
    """Property names are those that graphs of earlier versions have."""
    assert [one(llm=judge()).property_name for one in ALL] == NAMES


@pytest.mark.parametrize(
    ("extractor", "value"),
    [
        (SummaryExtractor, "All about kilns."),
        (TitleExtractor, "The kilns"),
        (TopicDescriptionExtractor, "It is about kilns."),
        (KeyphrasesExtractor, ["kilns", "Orrmouth"]),
        (HeadlinesExtractor, ["Part 1 of kilns", "Part 2 of kilns"]),
        (NERExtractor, ["Ada Wren", "Kilns"]),
        (ThemesExtractor, ["kilns", "counting"]),
    ],
)
def test_what_the_judge_says_is_the_value(extractor: Any, value: Any) -> None:
    """One question a text; the text stands fenced in it, as it is."""
    asked = judge()
    text = article("kilns", 2, 5)
    assert extract(extractor(llm=asked), text) == value
    assert [data(call.prompt, "text") for call in asked.calls] == [text]


@pytest.mark.parametrize("extractor", ALL)
@pytest.mark.parametrize("text", [None, "", " \n"])
def test_a_node_without_text_is_not_asked_about(extractor: Any, text: str | None) -> None:
    """Nothing to read gives no value, or an empty list, without a call."""
    asked = judge()
    assert not extract(extractor(llm=asked), text)
    assert asked.calls == []


def test_a_long_text_is_asked_about_in_pieces() -> None:
    """Lists are gathered over all pieces, each item once, whatever its case; a summary is of the first piece."""
    replies = [{"entities": ["Ada", "Orr"]}, {"entities": ["ORR", "Larkspur", "Wren", "Thames"]}]
    asked = ScriptedJudge(replies)
    found = extract(NERExtractor(llm=asked, max_token_limit=60, max_num_entities=3), prose("bells", 4))
    assert found == ["Ada", "Orr", "Larkspur", "Wren"]
    first = judge()
    extract(SummaryExtractor(llm=first, max_token_limit=60), prose("bells", 4))
    assert len(first.calls) == 1


def test_no_more_items_than_asked_for() -> None:
    """A judge that gives too many is cut short; blank and doubled ones do not count."""
    asked = ScriptedJudge([{"keyphrases": ["a", " ", "a", "b ", "c"]}])
    extractor = KeyphrasesExtractor(llm=asked, max_num=2)
    assert extract(extractor, BEES) == ["a", "b"]
    assert data(asked.calls[0].prompt, "limit") == "2"


def test_a_short_text_is_its_own_summary() -> None:
    """With `short`, texts up to so many tokens cost no call; an empty summary is replaced by the text's beginning."""
    asked = judge()
    assert extract(SummaryExtractor(llm=asked, short=100), BEES) == BEES
    assert asked.calls == []
    assert extract(SummaryExtractor(llm=ScriptedJudge([{"summary": " "}])), BEES).startswith("A hive needs")


@pytest.mark.parametrize("extractor", ALL)
def test_a_judge_that_writes_nothing_leaves_it_to_rules(extractor: Any) -> None:
    """The embedded judge, by object or by name, fills every property without a key, the same each time."""
    text = "# Bees of Orrmouth\n\n" + BEES
    found = extract(extractor(llm=LocalJudge()), text)
    assert found
    assert found == extract(extractor(llm="local"), text)


def test_other_errors_are_not_hidden() -> None:
    """Rules stand in for a judge that cannot write, not for one that fails."""
    with pytest.raises(PermissionError, match="key revoked"):
        extract(TitleExtractor(llm=ScriptedJudge([PermissionError("key revoked")])), BEES)
    with pytest.raises(ConfigurationError):
        TitleExtractor(llm=7)


def test_prompts_can_be_read_replaced_and_translated() -> None:
    """As with metrics: `get_prompts`, `set_prompts`, `adapt_prompts`."""
    extractor = NERExtractor(llm=judge())
    assert list(extractor.get_prompts()) == ["prompt"]
    translator = ScriptedJudge(lambda prompt, reply: (_ for _ in ()).throw(KeyError("asked to translate")))
    with pytest.raises(KeyError, match="asked to translate"):
        asyncio.run(extractor.adapt_prompts("german", translator))
    extractor.set_prompts(prompt=TitleExtractor(llm=judge()).prompt)
    assert extractor.prompt.name == "title"
    with pytest.raises(ValueError, match="has no prompt 'other'"):
        extractor.set_prompts(other=extractor.prompt)


def test_one_unusable_reply_does_not_end_a_run(caplog: pytest.LogCaptureFixture) -> None:
    """A reply that cannot be read leaves one node to rules, with a warning; when most cannot, the error is raised."""

    async def titles(replies: list[Any]) -> list[str]:
        extractor = TitleExtractor(llm=ScriptedJudge(replies))
        node = Node(properties={"page_content": "# Bees\n\n" + BEES})
        return [(await extractor.extract(node))[1] for _ in replies]

    with caplog.at_level(logging.WARNING, logger="ragas.testset"):
        assert asyncio.run(titles([{"title": "A"}, "no title here", {"title": "B"}])) == ["A", "Bees", "B"]
    assert caplog.text.count("TitleExtractor went by rules once") == 1
    with pytest.raises(ReplyError):
        asyncio.run(titles(["no title here"] * 5))


def test_prompts_are_saved_and_loaded(tmp_path: Path) -> None:
    """`save_prompts` writes a file a prompt, `load_prompts` gives what `set_prompts` takes."""
    extractor = SummaryExtractor(llm=ScriptedJudge([]))
    changed = replace(extractor.get_prompts()["prompt"], instruction="Sum it up.")
    extractor.set_prompts(prompt=changed)
    extractor.save_prompts(tmp_path)
    assert [one.name for one in tmp_path.iterdir()] == ["summary_extractor_prompt_english.json"]
    fresh = SummaryExtractor(llm=ScriptedJudge([]))
    fresh.set_prompts(**fresh.load_prompts(tmp_path))
    assert fresh.get_prompts() == extractor.get_prompts()
