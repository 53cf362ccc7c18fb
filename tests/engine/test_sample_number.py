"""Asking the same prompt several times on purpose."""

from __future__ import annotations

from ragas.engine.request import Request, use_sample


def request() -> Request:
    return Request("p", "u", "m", {}, "hello")


def test_askings_of_one_prompt_have_keys_of_their_own() -> None:
    """The same request under another sample number is another request; under the same number it is the same."""
    plain = request().key()
    with use_sample(1):
        first, again = request().key(), request().key()
    with use_sample(2):
        second = request().key()
    assert first == again
    assert len({plain, first, second}) == 3
    assert request().key() == plain
