"""What the user reads when a call failed for good: who, what, and what to do about it."""

from __future__ import annotations

from ragas.engine.failures import Failure
from ragas.exceptions import JudgeCallError, JudgeTimeoutError

DETAIL_SHOWN = 300
"""How many characters of the provider's own message are shown."""

_KEYS = {
    "openai": "OPENAI_API_KEY",
    "anthropic": "ANTHROPIC_API_KEY",
    "google": "GOOGLE_API_KEY",
    "azure": "AZURE_OPENAI_API_KEY",
    "mistral": "MISTRAL_API_KEY",
    "groq": "GROQ_API_KEY",
    "cohere": "CO_API_KEY",
    "huggingface": "HF_TOKEN",
    "openrouter": "OPENROUTER_API_KEY",
    "bedrock": "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY",
}


def call_error(
    provider: str, model: str, failure: Failure, error: BaseException, attempts: int
) -> JudgeCallError:
    """The error for a call the provider refused, or that kept failing."""
    who = f"{provider or 'The provider'} (model {model!r}"
    who += f", HTTP {failure.status})" if failure.status else ")"
    return JudgeCallError(f"{who} {_what(provider, model, failure, error, attempts)}")


def timeout_error(who: str, seconds: float | None, attempts: int) -> JudgeTimeoutError:
    """The error for a call that gave no answer in time."""
    within = f" within {seconds:g} s" if seconds is not None else " in time"
    tried = f", in {attempts} attempts" if attempts > 1 else ""
    return JudgeTimeoutError(
        f"{who} gave no answer{within}{tried}. Check that it is up, or give it longer with RunConfig(timeout=…)."
    )


def too_long_a_wait(provider: str, model: str, failure: Failure, longest: float) -> JudgeCallError:
    """The error for a server that asks to come back later than a run can wait."""
    return JudgeCallError(
        f"{provider or 'The provider'} (model {model!r}, HTTP {failure.status or 429}) asks to wait "
        f"{failure.retry_after:.0f} s, longer than this run waits ({longest:g} s). Run again later, or raise "
        "RunConfig(max_wait=…)."
    )


def _what(provider: str, model: str, failure: Failure, error: BaseException, attempts: int) -> str:
    tried = f" {attempts} times in a row" if attempts > 1 else ""
    at = f" at {failure.url}" if failure.url else ""
    status = failure.status
    if failure.kind == "quota":
        return f"says that the account's quota is used up. Check plan and billing there. It said: {_detail(error)}"
    if failure.kind == "connection":
        return (
            f"could not be reached{at}{tried}. Check that the server runs there, that base_url is right, "
            f"and the network. The error: {_detail(error)}"
        )
    if failure.kind == "overload":
        return (
            f"was over its limits{tried}. Lower RunConfig(max_workers=…) or raise max_retries or max_wait. "
            f"It said: {_detail(error)}"
        )
    if failure.kind == "server":
        return f"failed{tried}. That is on the server's side{at}: run again later. It said: {_detail(error)}"
    if status == 401:
        key = _KEYS.get(provider.lower())
        where = f"Check {key} in the environment" if key else "Check the key in the environment"
        return f"does not accept the key. {where}, or the key the client was given."
    if status == 403:
        return f"does not allow this call. Check that the key may use {model!r}. It said: {_detail(error)}"
    if status == 404:
        return f"does not know this model or address{at}. Check the model's name and base_url. It said: {_detail(error)}"
    return f"refused the request{at}. It said: {_detail(error)}"


def _detail(error: BaseException) -> str:
    """The most telling message of the chain: 'Connection error.' alone helps nobody."""
    text = " ".join(str(error).split()) or type(error).__name__
    cause = error.__cause__
    while cause is not None and cause.__cause__ is not None:
        cause = cause.__cause__
    if cause is not None and str(cause) and str(cause) not in text:
        text = f"{text} ({' '.join(str(cause).split())})"
    return text if len(text) <= DETAIL_SHOWN else f"{text[:DETAIL_SHOWN]}…"
