"""Whatever a file holds, loading a prompt from it gives the prompt or an error that names the file."""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable, Iterator
from contextlib import suppress
from copy import deepcopy
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel

from ragas.exceptions import InputError
from ragas.prompt import BoolIO, DynamicFewShotPrompt, Prompt, PydanticPrompt, StringIO, StringPrompt
from ragas.prompt.judge_prompt import Example, JudgePrompt
from ragas.testing import HashEmbeddings


class Answer(BaseModel):
    word: str


class IsFine(PydanticPrompt[StringIO, BoolIO]):
    input_model, output_model = StringIO, BoolIO
    instruction = "Is it fine?"
    examples = [(StringIO(text="yes"), BoolIO(value=True))]  # noqa: RUF012  as users write it


JUDGE_PROMPT = JudgePrompt("word", "Say a word.", Answer, (Example({"text": "a"}, Answer(word="b")),))
PAIRS: list[tuple[dict[str, Any], dict[str, Any]]] = [({"text": "é"}, {"ok": True}), ({"text": "b"}, {})]
Loads = Callable[[Path], Any]
KINDS: dict[str, tuple[Any, Loads]] = {
    "Prompt": (Prompt("Do {text}", PAIRS, Answer), lambda path: Prompt.load(path, Answer)),
    "DynamicFewShotPrompt": (
        DynamicFewShotPrompt("Do {text}", PAIRS, None, HashEmbeddings()),
        lambda path: DynamicFewShotPrompt.load(path, embedding_model=HashEmbeddings()).format(text="b"),
    ),
    "PydanticPrompt": (IsFine(), IsFine.load),
    "StringPrompt": (StringPrompt(), StringPrompt.load),
    "JudgePrompt": (JUDGE_PROMPT, JUDGE_PROMPT.load),
}


def content_of(prompt: Any) -> dict[str, Any]:
    """What a file of the prompt holds."""
    with TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        prompt.save(Path(folder) / "p.json")
        content: dict[str, Any] = json.loads((Path(folder) / "p.json").read_text(encoding="utf-8"))
        return content


CONTENTS = {kind: content_of(prompt) for kind, (prompt, _) in KINDS.items()}


def places(value: Any, here: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in a JSON value."""
    yield here
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in inside:
        yield from places(item, (*here, key))


def changed(content: Any, place: tuple[Any, ...], value: Any) -> Any:
    """The content with another value, or nothing (`...`), at a place."""
    if not place:
        return None if value is ... else value
    content = deepcopy(content)
    at = content
    for key in place[:-1]:
        at = at[key]
    if value is ...:
        del at[place[-1]]
    else:
        at[place[-1]] = value
    return content


scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.just("cut \ud83d")
values = st.just(...) | st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@pytest.mark.parametrize("kind", KINDS)
def test_only_our_error_comes_out(kind: str) -> None:
    """A value anywhere in a file replaced by any other, or left out: a prompt, or an InputError."""
    content, load = CONTENTS[kind], KINDS[kind][1]
    with TemporaryDirectory() as folder:
        path = Path(folder) / "p.json"

        @settings(max_examples=200)
        @given(place=st.sampled_from(list(places(content))), value=values)
        def check(place: tuple[Any, ...], value: Any) -> None:
            path.write_text(json.dumps(changed(content, place, value)), encoding="utf-8")
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                with suppress(InputError):
                    load(path)

        check()


@pytest.mark.parametrize(
    ("kind", "place", "value", "said"),
    [
        (
            "Prompt",
            ("examples",),
            [1],
            r"examples\[0\] is 1; an object with 'input' and 'output' belongs there",
        ),
        ("Prompt", ("examples",), {"a": 1}, r"examples is \{'a': 1\}; a list of examples belongs there"),
        (
            "Prompt",
            ("examples", 1, "output"),
            "x",
            r"examples\[1\].output is 'x'; an object of values by name",
        ),
        ("Prompt", ("examples", 0, "input"), ..., r"examples\[0\] is \{'output': "),
        (
            "Prompt",
            ("format_version",),
            "9",
            "format_version is '9'; '1.0' can be read. Save the prompt with",
        ),
        ("Prompt", ("instruction",), 5, "instruction is 5; a text belongs there"),
        ("Prompt", ("instruction",), ..., "it holds no instruction"),
        ("Prompt", ("response_model_info",), "x", "response_model_info is 'x'; the description of a model"),
        ("DynamicFewShotPrompt", ("max_similar_examples",), "3", "is '3'; a whole number belongs there"),
        ("DynamicFewShotPrompt", ("similarity_threshold",), True, "is True; a number belongs there"),
        ("DynamicFewShotPrompt", ("embeddings", 1), "x", r"embeddings\[1\] is 'x'; a list of numbers"),
        ("DynamicFewShotPrompt", ("embeddings", 1), [1.0], "embeddings are not equally long"),
        ("DynamicFewShotPrompt", ("format_version",), 2, "format_version is 2"),
        ("PydanticPrompt", ("examples",), [1], r"examples\[0\] is 1"),
        ("PydanticPrompt", ("language",), 1, "language is 1; the name of a language belongs there"),
        ("StringPrompt", ("original_hash",), [], r"original_hash is \[\]; a hash belongs there"),
        ("JudgePrompt", ("examples",), 1, "examples is 1; a list of examples belongs there"),
    ],
)
def test_the_error_names_file_and_place(
    tmp_path: Path, kind: str, place: tuple[Any, ...], value: Any, said: str
) -> None:
    """What stands there and what belongs there."""
    path = tmp_path / "p.json"
    path.write_text(json.dumps(changed(CONTENTS[kind], place, value)), encoding="utf-8")
    with pytest.raises(InputError, match=rf"Cannot load prompt from '.*p\.json': .*{said}"):
        KINDS[kind][1](path)


def test_values_nested_without_end_are_refused(tmp_path: Path) -> None:
    """A file of a hundred thousand brackets is no crash."""
    path = tmp_path / "p.json"
    path.write_text("[" * 100_000, encoding="utf-8")
    with pytest.raises(InputError, match="nested too deeply"):
        Prompt.load(path)
