"""Judge prompts are saved as UTF-8 JSON and load as they were."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import warnings
from dataclasses import replace
from pathlib import Path

import pytest
from pydantic import BaseModel

from ragas import __version__
from ragas.prompt.fence import Lines
from ragas.prompt.judge_prompt import Example, JudgePrompt
from ragas.prompt.steps import ENTITIES, QUESTIONS, RELEVANT, SPLIT, VERIFY
from ragas.testing import ScriptedJudge

TURTLE = "Żółw zjadł liść"


class Answer(BaseModel):
    word: str


PROMPT = JudgePrompt(
    "ask", "Say it.", Answer, (Example({"text": "The turtle ate a leaf"}, Answer(word="ate")),)
)


@pytest.mark.parametrize("prompt", [ENTITIES, QUESTIONS, RELEVANT, SPLIT, VERIFY], ids=lambda one: one.name)
def test_a_prompt_loads_as_it_was_saved(prompt: JudgePrompt, tmp_path: Path) -> None:
    """Equal, of the same version and rendered alike, for shared prompts and their adapted and edited copies."""
    copies = {
        "same": prompt,
        "adapted": replace(prompt, language="polski", instruction=TURTLE, original_hash=prompt.version),
        "edited": replace(prompt, instruction="Another."),
    }
    for name, copy in copies.items():
        copy.save(tmp_path / name)
        loaded = prompt.load(tmp_path / name)
        assert loaded == copy
        assert (loaded.version, loaded.original_hash) == (copy.version, copy.original_hash)
        assert loaded.render({"text": "t"}) == copy.render({"text": "t"})


def test_the_layout_of_a_file(tmp_path: Path) -> None:
    """The five keys that files have had, examples as input and output, letters as themselves."""
    prompt = replace(
        PROMPT, examples=(Example({"a": TURTLE, "b": ["x"], "c": Lines(["y"])}, Answer(word=TURTLE)),)
    )
    prompt.save(tmp_path / "p.json")
    assert TURTLE.encode() in (tmp_path / "p.json").read_bytes()
    assert json.loads((tmp_path / "p.json").read_bytes()) == {
        "ragas_version": __version__,
        "original_hash": prompt.version,
        "language": "english",
        "instruction": "Say it.",
        "examples": [{"input": {"a": TURTLE, "b": ["x"], "c": {"lines": ["y"]}}, "output": {"word": TURTLE}}],
    }
    assert PROMPT.load(str(tmp_path / "p.json")) == prompt


def test_a_polish_example_under_another_default_encoding(tmp_path: Path) -> None:
    """In a process whose default encoding has no Polish letters a prompt is adapted, saved and loaded equal."""
    code = f"""
import asyncio, locale, sys
from dataclasses import replace
from pathlib import Path
from tests.prompt.test_stored import PROMPT, TURTLE, adapted
assert "utf" not in locale.getencoding().lower(), locale.getencoding()
polish = asyncio.run(adapted())
path = Path({str(tmp_path)!r}) / "polish.json"
polish.save(path)
assert PROMPT.load(path) == polish
assert polish.examples[0].data["text"] == TURTLE
"""
    environment = os.environ | {"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "LC_ALL": "C"}
    done = subprocess.run(
        [sys.executable, "-X", "warn_default_encoding", "-W", "error::EncodingWarning:ragas", "-c", code],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        cwd=Path(__file__).parents[2],
    )
    assert done.returncode == 0, done.stderr
    assert PROMPT.load(tmp_path / "polish.json") == asyncio.run(adapted())


async def adapted() -> JudgePrompt:
    """`PROMPT` in Polish."""
    texts = [{"number": 1, "translation": TURTLE}, {"number": 2, "translation": "zjadł"}]
    return await PROMPT.adapt("polish", ScriptedJudge([{"translations": texts}]))


def test_a_file_is_never_overwritten(tmp_path: Path) -> None:
    """Saving over a file is refused and leaves it alone."""
    path = tmp_path / "p.json"
    path.write_text("mine", encoding="utf-8")
    with pytest.raises(FileExistsError, match="already exists"):
        PROMPT.save(path)
    assert path.read_text(encoding="utf-8") == "mine"
    with pytest.raises(ValueError, match="Cannot save prompt"):
        PROMPT.save(tmp_path / "nowhere" / "p.json")


def test_a_file_made_from_another_version_warns(tmp_path: Path) -> None:
    """A translation of an older prompt says so when it is loaded; one of the present prompt is silent."""
    asyncio.run(adapted()).save(tmp_path / "p.json")
    newer = replace(PROMPT, instruction="Say it now.")
    with pytest.warns(
        UserWarning, match=f"from another version of the prompt 'ask' .{PROMPT.version}"
    ) as caught:
        loaded = newer.load(tmp_path / "p.json")
    assert caught[0].filename == __file__
    assert loaded.instruction == PROMPT.instruction
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        PROMPT.load(tmp_path / "p.json")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "Cannot load prompt from"),
        ("[]", "holds no JSON object"),
        ('{"language": "english"}', "holds no instruction"),
        (
            '{"instruction": "a", "examples": [{"input": {}, "output": {"other": 1}}]}',
            "output in example 1 .* is no Answer",
        ),
        (
            '{"instruction": "a", "examples": [{"input": {"text": 3}, "output": {"word": "b"}}]}',
            "example 1 .* needs an input",
        ),
        ('{"instruction": "a", "examples": [{"output": {"word": "b"}}]}', "example 1 .* needs an input"),
    ],
)
def test_a_file_that_is_no_such_prompt_is_refused(content: str, message: str, tmp_path: Path) -> None:
    """The error names the file and what is wrong in it."""
    (tmp_path / "p.json").write_text(content, encoding="utf-8")
    with pytest.raises(ValueError, match=message):
        PROMPT.load(tmp_path / "p.json")


def test_a_missing_file_is_not_found(tmp_path: Path) -> None:
    """A file that is not there is a FileNotFoundError."""
    with pytest.raises(FileNotFoundError, match="There is no saved prompt"):
        PROMPT.load(tmp_path / "p.json")
