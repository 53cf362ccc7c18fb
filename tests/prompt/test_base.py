"""What prompts of a user's own share: names, languages, files, and plain texts that go to the judge as they are."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from ragas._version import version
from ragas.prompt.base import BoolIO, StringIO, StringPrompt, several
from ragas.testing import ScriptedJudge


class FerryPrompt(StringPrompt):
    """A prompt of a user's own."""


def test_a_text_goes_to_the_judge_as_it_is() -> None:
    """The judge is asked exactly the text, and what it writes comes back."""
    judge = ScriptedJudge([{"text": "At ten."}])
    assert asyncio.run(StringPrompt().generate(judge, "When?")) == "At ten."
    assert judge.calls[0].prompt == "When?"


def test_several_answers_are_asked_for_one_by_one() -> None:
    """`n` answers are `n` questions; fewer than one is refused."""
    judge = ScriptedJudge([{"text": "one"}, {"text": "two"}, {"text": "three"}])
    answers = asyncio.run(StringPrompt().generate_multiple(judge, "Count.", n=3))
    assert sorted(answers) == ["one", "three", "two"]
    with pytest.raises(ValueError, match="n must be at least one, not 0"):
        asyncio.run(several(0, lambda: StringPrompt().generate(judge, "x")))


def test_a_name_is_the_one_given_or_that_of_the_class() -> None:
    """A given name is kept."""
    assert FerryPrompt().name == "ferry_prompt"
    assert FerryPrompt(name="boats").name == "boats"
    assert repr(FerryPrompt(language="polish")) == "FerryPrompt(name='ferry_prompt', language='polish')"


def test_a_file_keeps_language_and_hash(tmp_path: Path) -> None:
    """What is saved is loaded; an existing file is not overwritten; another version is warned of."""
    path = tmp_path / "prompt.json"
    FerryPrompt(language="polish", original_hash="abc").save(path)
    loaded = FerryPrompt.load(path)
    assert (loaded.language, loaded.original_hash) == ("polish", "abc")
    with pytest.raises(FileExistsError, match="already exists"):
        FerryPrompt().save(path)
    content = json.loads(path.read_text(encoding="utf-8"))
    assert content == {"ragas_version": version, "original_hash": "abc", "language": "polish"}
    path.write_text(json.dumps(content | {"ragas_version": "0.4.3"}), encoding="utf-8")
    with pytest.warns(UserWarning, match=r"written by ragas 0\.4\.3"):
        FerryPrompt.load(path)


def test_small_models_can_be_keys() -> None:
    """A text and a yes or no are hashable by what they say."""
    assert len({StringIO(text="a"), StringIO(text="a"), StringIO(text="b")}) == 2
    assert len({BoolIO(value=True), BoolIO(value=True)}) == 1
