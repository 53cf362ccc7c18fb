"""How a run treats its calls: deadline, attempts, waits, parallel calls, seed."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from ragas.exceptions import ConfigurationError

if TYPE_CHECKING:
    from numpy.random import Generator

T = TypeVar("T")
P = ParamSpec("P")


@dataclass
class RunConfig:
    """How a run treats its calls.

    Args:
        timeout: seconds one attempt of a call may take, counted from when it is sent.
        max_retries: how many attempts a call gets in all. Only failures that can pass are tried again.
        max_wait: longest wait between two attempts, seconds.
        max_workers: how many calls are under way at once; 0 or less means no limit.
        exception_types: with anything narrower than `Exception`, exactly these are tried again.
        log_tenacity: log each retry.
        seed: seed of `rng`.
        requests_per_minute: how many attempts of calls to one model may start in a minute; they are spread over it.
        tokens_per_minute: how many tokens the calls to one model may take in a minute, prompt and reply together.

    Raises:
        ConfigurationError: a number a minute is not positive.
    """

    timeout: float | None = 180
    max_retries: int = 10
    max_wait: float = 60
    max_workers: int = 16
    exception_types: type[BaseException] | tuple[type[BaseException], ...] = (Exception,)
    log_tenacity: bool = False
    seed: int = 42
    requests_per_minute: float | None = None
    tokens_per_minute: float | None = None

    def __post_init__(self) -> None:
        for name in ("requests_per_minute", "tokens_per_minute"):
            value = getattr(self, name)
            if value is not None and not value > 0:
                raise ConfigurationError(f"{name}={value!r}: give a positive number, or leave it out.")

    @cached_property
    def rng(self) -> Generator:
        """A numpy generator seeded with `seed`."""
        from numpy.random import default_rng

        return default_rng(self.seed)

    @property
    def attempts(self) -> int:
        """How many times a call is tried; at least once."""
        return max(1, self.max_retries)


def add_retry(fn: Callable[P, T], run_config: RunConfig) -> Callable[P, T]:
    """`fn`, tried again as `run_config` says; the last error is raised as it is."""
    from tenacity import retry

    retrying: Callable[P, T] = retry(**_policy(fn, run_config))(fn)
    return retrying


def add_async_retry(fn: Callable[P, Awaitable[T]], run_config: RunConfig) -> Callable[P, Awaitable[T]]:
    """`add_retry` for an async function."""
    from tenacity import retry

    retrying: Callable[P, Awaitable[T]] = retry(**_policy(fn, run_config))(fn)
    return retrying


def _policy(fn: Callable[..., Any], run_config: RunConfig) -> dict[str, Any]:
    from tenacity import retry_if_exception_type, stop_after_attempt, wait_random_exponential
    from tenacity.before_sleep import before_sleep_log

    policy: dict[str, Any] = {
        "wait": wait_random_exponential(multiplier=1, max=run_config.max_wait),
        "stop": stop_after_attempt(run_config.attempts),
        "retry": retry_if_exception_type(run_config.exception_types),
        "reraise": True,
    }
    if run_config.log_tenacity:
        name = getattr(fn, "__qualname__", repr(fn))
        policy["before_sleep"] = before_sleep_log(logging.getLogger(f"ragas.retry.{name}"), logging.DEBUG)
    return policy
