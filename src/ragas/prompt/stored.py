"""Judge prompts in files: UTF-8 JSON in the layout of earlier versions."""

from __future__ import annotations

import warnings
from dataclasses import replace
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from ragas._version import version
from ragas.exceptions import InputError
from ragas.prompt import saved
from ragas.prompt.fence import Data, Lines
from ragas.prompt.judge_prompt import Example, JudgePrompt


def save(prompt: JudgePrompt, path: str | Path) -> None:
    """Write `prompt` to a new file.

    Raises:
        FileExistsError: there is a file of that name.
        ValueError: it cannot be written.
    """
    path = Path(path)
    if path.exists():
        raise FileExistsError(f"{str(path)!r} already exists; delete it or choose another name.")
    content = {
        "ragas_version": version,
        "original_hash": prompt.original_hash or prompt.version,
        "language": prompt.language,
        "instruction": prompt.instruction,
        "examples": [
            {
                "input": {name: _plain(data) for name, data in one.data.items()},
                "output": one.reply.model_dump(mode="json"),
            }
            for one in prompt.examples
        ],
    }
    saved.write(path, content, "prompt")


def load(prompt: JudgePrompt, path: str | Path) -> JudgePrompt:
    """`prompt` with the instruction, examples and language of a file.

    Warns when the file was made from a prompt that is neither `prompt` nor the one the file holds: its texts may
    translate an older version.

    Raises:
        FileNotFoundError: there is no such file.
        InputError: it cannot be read, or its examples do not fit the reply of `prompt`.
    """
    path = Path(path)
    if not path.exists():
        raise FileNotFoundError(f"There is no saved prompt {str(path)!r}.")
    content = saved.read(path, "prompt")
    with saved.checking(path, "prompt"):
        instruction = saved.part(content, "instruction", str, "a text")
        language = saved.part(content, "language", str, "the name of a language", "english")
        found = saved.part(content, "examples", list, "a list of examples", [])
        if instruction is None:
            raise TypeError("it holds no instruction")
    examples = [
        _example(prompt, one, f"example {number} of {str(path)!r}") for number, one in enumerate(found, 1)
    ]
    made_from = str(content.get("original_hash", ""))
    loaded = replace(prompt, instruction=instruction, examples=tuple(examples), language=language)
    if made_from == loaded.version:
        return replace(loaded, original_hash="")
    if made_from not in (prompt.version, prompt.original_hash):
        warnings.warn(
            f"{str(path)!r} was made by ragas {content.get('ragas_version')} from another version of the prompt "
            f"{prompt.name!r} ({made_from}; this one is {prompt.version}). Check that it still says the same.",
            stacklevel=3,
        )
    return replace(loaded, original_hash=made_from)


def _plain(data: Data) -> Any:
    if isinstance(data, str):
        return data
    return {"lines": list(data)} if isinstance(data, Lines) else list(data)


def _example(prompt: JudgePrompt, content: Any, where: str) -> Example:
    try:
        data = {str(name): _data(value) for name, value in content["input"].items()}
        return Example(data, prompt.reply.model_validate(content["output"]))
    except ValidationError as error:
        raise InputError(
            f"Cannot load prompt: the output in {where} is no {prompt.reply.__name__}: {error}"
        ) from error
    except (AttributeError, KeyError, TypeError) as error:
        raise InputError(
            f"Cannot load prompt: {where} needs an input, texts by name, and an output"
        ) from error


def _data(value: Any) -> Data:
    if isinstance(value, str):
        return value
    items = value["lines"] if isinstance(value, dict) else value
    if not isinstance(items, list) or not all(isinstance(item, str) for item in items):
        raise TypeError(f"no texts: {value!r}")
    return Lines(items) if isinstance(value, dict) else items
