"""A GGUF model file run by llama.cpp inside this process: load once, answer one question at a time."""

from __future__ import annotations

import atexit
import hashlib
import math
import os
import secrets
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from weakref import WeakSet

from ragas._extras import optional
from ragas.engine.runner import RawReply
from ragas.engine.usage import Usage
from ragas.exceptions import ConfigurationError, JudgeCallError, ReplyError

MAX_THREADS = 8
TOP_TOKENS = 200
"""How many of the likeliest first tokens are read. A token with half a percent or more is always among them."""

MIN_MASS = 0.01
"""Less probability than this on yes and no together is no answer to read a verdict from."""

EXIT_GRACE = 5.0
"""Seconds a running answer gets to notice that the process ends."""

COUNTABLE = 200
"""Larger bounds of lengths are left out of a grammar: it counts by repetition, slowly, and refuses beyond 2000."""

_BOUNDS = frozenset({"minLength", "maxLength", "minItems", "maxItems"})
_MAGIC = b"GGUF"
_SAMPLE = 1 << 20


class LlamaCpp:
    """One model in memory. Calls from several threads take turns; each can be stopped from outside.

    Raises:
        ConfigurationError: the file is missing, is not GGUF or cannot be loaded.
        MissingDependencyError: the extra `gguf` is not installed.
    """

    def __init__(self, path: Path, *, n_ctx: int, n_threads: int | None, n_gpu_layers: int | None) -> None:
        self.path = path
        self.size, self.fingerprint = _identity(path)
        self.n_ctx = n_ctx
        self._n_threads = n_threads or min(MAX_THREADS, os.cpu_count() or 1)
        self._n_gpu_layers = n_gpu_layers
        self._library: Any = optional("xllamacpp", extra="gguf", purpose="A local GGUF judge")
        self._server: Any = None
        self._lock = threading.Lock()
        self._closed = False
        _open.add(self)

    def reply(
        self,
        messages: Sequence[dict[str, Any]],
        schema: dict[str, Any],
        max_tokens: int,
        stop: threading.Event,
    ) -> RawReply:
        """The likeliest reply the grammar of `schema` allows, up to `max_tokens` tokens."""
        body = self._body(messages, max_tokens) | {"json_schema": _countable(schema), "stream": True}
        body["stream_options"] = {"include_usage": True}
        chunks: list[dict[str, Any]] = []

        def receive(chunk: dict[str, Any]) -> bool:
            chunks.append(chunk)
            return stop.is_set() or self._closed  # True ends the answer here

        with self._lock:
            self._run(body, stop, receive)
        self._refuse_errors(*chunks)
        text, finish_reason = [], None
        for chunk in chunks:
            for choice in chunk["choices"]:
                text.append(choice["delta"].get("content") or "")
                finish_reason = choice["finish_reason"] or finish_reason
        return RawReply("".join(text), _usage(chunks), finish_reason)

    def p_yes(self, messages: Sequence[dict[str, Any]], stop: threading.Event) -> tuple[float, Usage]:
        """P(yes) against P(no), from the model's own distribution of the first token of its answer.

        Raises:
            ReplyError: the model has something else than yes or no in mind.
        """
        body = self._body(messages, 1) | {"logprobs": True, "top_logprobs": TOP_TOKENS}
        with self._lock:
            answer = self._run(body, stop, None)
        self._refuse_errors(answer)
        first = answer["choices"][0]["logprobs"]["content"][0]["top_logprobs"]
        mass = {"yes": 0.0, "no": 0.0}
        for token in first:
            word = token["token"].strip().lower()
            if word in mass:
                mass[word] += math.exp(token["logprob"])
        total = mass["yes"] + mass["no"]
        if total < MIN_MASS:
            raise ReplyError(
                f"{self.path.name} begins its answer neither with yes nor with no (probability {total:.3f}): "
                "use an instruct model that answers without thinking first.",
                reply=first[0]["token"],
            )
        return mass["yes"] / total, _usage([answer])

    def close(self, timeout: float = -1) -> bool:
        """Stop a running answer and free the memory; False when it did not stop within `timeout` seconds."""
        self._closed = True
        if not self._lock.acquire(timeout=timeout):
            return False
        try:
            self._server = None
        finally:
            self._lock.release()
        return True

    def _body(self, messages: Sequence[dict[str, Any]], max_tokens: int) -> dict[str, Any]:
        return {
            "messages": list(messages),
            "max_tokens": max_tokens,
            "temperature": 0,
            "cache_prompt": True,  # what this prompt shares with the one before is not read again
            "chat_template_kwargs": {"enable_thinking": False},
        }

    def _run(self, body: dict[str, Any], stop: threading.Event, receive: Any) -> Any:
        if stop.is_set() or self._closed:
            raise JudgeCallError(f"{self.path.name} was stopped before it answered.")
        server = self._load()
        try:
            return server.handle_chat_completions(body, receive)
        except (RuntimeError, ValueError) as error:
            raise JudgeCallError(f"llama.cpp could not answer with {self.path.name}: {error}") from error

    def _refuse_errors(self, *answers: dict[str, Any]) -> None:
        for answer in answers:
            error = answer.get("error")
            if not error:
                continue
            if error.get("type") == "exceed_context_size_error":
                raise JudgeCallError(
                    f"The prompt has {error.get('n_prompt_tokens')} tokens and the context of {self.path.name} holds "
                    f"{error.get('n_ctx')}: raise n_ctx (now {self.n_ctx}), or send less text at a time."
                )
            raise JudgeCallError(
                f"llama.cpp could not answer with {self.path.name}: {error.get('message', error)}"
            )

    def _load(self) -> Any:
        if self._server is not None:
            return self._server
        params = self._library.CommonParams()
        params.model.path = str(self.path)
        params.n_ctx = self.n_ctx
        params.n_parallel = 1  # one slot: the next question always meets the prefix of the last one
        params.cache_ram_mib = 0  # no pool of old prompts, which would grow to gigabytes
        params.warmup = False
        params.verbosity = -1
        params.offline = True
        params.ui = False
        params.endpoint_slots = False
        for cpu in (params.cpuparams, params.cpuparams_batch):
            cpu.n_threads = self._n_threads
        if self._n_gpu_layers is not None:
            params.n_gpu_layers = self._n_gpu_layers
        # The library opens an HTTP door as well and cannot be told not to. It gets a key nobody knows; where the
        # system has them, its door is a socket file in a private folder that is gone once the model is loaded.
        params.api_keys = [secrets.token_urlsafe(32)]
        with TemporaryDirectory(prefix="ragas-") as folder:
            if sys.platform != "win32":
                params.hostnames = [f"{folder}/llama.sock"]
            try:
                self._server = self._library.Server(params)
            except RuntimeError as error:
                raise ConfigurationError(
                    f"llama.cpp cannot load {str(self.path)!r}: the file may be cut off, of a kind this llama.cpp does "
                    f"not know, or too large for the memory with n_ctx={self.n_ctx}."
                ) from error
        return self._server


def _identity(path: Path) -> tuple[int, str]:
    """Size and fingerprint of a model file; the fingerprint covers its ends, as reading gigabytes takes too long."""
    try:
        with path.open("rb") as file:
            beginning = file.read(_SAMPLE)
            size = file.seek(0, os.SEEK_END)
            file.seek(max(0, size - _SAMPLE))
            digest = hashlib.sha256(size.to_bytes(8, "big") + beginning + file.read(_SAMPLE))
    except FileNotFoundError as error:
        raise ConfigurationError(
            f"There is no model file {str(path)!r}. Nothing is downloaded: give a GGUF file."
        ) from error
    except OSError as error:
        raise ConfigurationError(
            f"The model file {str(path)!r} cannot be read ({error.strerror})."
        ) from error
    if not beginning.startswith(_MAGIC):
        raise ConfigurationError(
            f"{str(path)!r} is not a GGUF model: it begins with {beginning[:4]!r}, not {_MAGIC!r}."
        )
    return size, digest.hexdigest()[:16]


def _countable(node: Any, *, names: bool = False) -> Any:
    """The schema without bounds a grammar cannot count. With `names`, the keys are property names."""
    if isinstance(node, list):
        return [_countable(item) for item in node]
    if not isinstance(node, dict):
        return node
    return {
        key: _countable(child, names=key in {"properties", "$defs"} and not names)
        for key, child in node.items()
        if names or key not in _BOUNDS or child <= COUNTABLE
    }


def _usage(answers: Sequence[dict[str, Any]]) -> Usage:
    counts = next((answer["usage"] for answer in reversed(answers) if answer.get("usage")), None)
    if counts is None:
        return Usage(cost=0.0)
    cached = (counts.get("prompt_tokens_details") or {}).get("cached_tokens", 0)
    return Usage(counts["prompt_tokens"], counts["completion_tokens"], cached_tokens=cached, cost=0.0)


_open: WeakSet[LlamaCpp] = WeakSet()


@atexit.register
def _close_all() -> None:
    """End running answers: a thread inside llama.cpp while the interpreter goes down would crash the process."""
    models = list(_open)
    for model in models:
        model._closed = True
    for model in models:
        model.close(EXIT_GRACE)
