"""Promises of `ragas.engine.failures`."""

import socket
import ssl
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from types import SimpleNamespace
from typing import Any

import pytest

from ragas.engine.failures import classify
from ragas.exceptions import JudgeTimeoutError, ReplyError


class APIStatusError(Exception):
    """As SDKs have it."""

    def __init__(self, status: int, message: str = "no", headers: dict[str, Any] | None = None) -> None:
        super().__init__(message)
        self.status_code = status
        self.response = SimpleNamespace(status_code=status, headers=headers or {})


def named(name: str, base: type[Exception] = Exception, **attributes: Any) -> Exception:
    return type(name, (base,), attributes)("it failed")


def caused(error: Exception, cause: BaseException) -> Exception:
    error.__cause__ = cause
    return error


@pytest.mark.parametrize("status", [408, 409, 425, 429, 500, 502, 503, 504, 529])
def test_passing_statuses(status: int) -> None:
    """Statuses that can pass are tried again."""
    failure = classify(APIStatusError(status))
    assert failure.can_pass
    assert failure.status == status
    assert (failure.kind == "overload") == (status in {429, 503, 529})


@pytest.mark.parametrize("status", [400, 401, 402, 403, 404, 405, 413, 422])
def test_lasting_statuses(status: int) -> None:
    """Statuses that will not change are not tried again."""
    assert not classify(APIStatusError(status)).can_pass


def test_a_status_is_found_wherever_it_is() -> None:
    """The status is read from the attributes different SDKs use, on the error or its cause."""
    meta = {"ResponseMetadata": {"HTTPStatusCode": 429}}
    for error in (
        named("A", code=429),
        named("A", code="429"),
        named("A", http_status=429),
        named("A", status=429),
        named("A", response=SimpleNamespace(status_code=429)),
        named("A", response=meta),
        caused(named("Wrapped"), APIStatusError(429)),
    ):
        assert classify(error).status == 429, error
    assert classify(named("A", code="model_not_found")).status is None
    assert classify(named("A", code=lambda: 429)).status is None


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (ConnectionRefusedError(), "connection"),
        (socket.gaierror(-2, "Name or service not known"), "connection"),
        (named("APIConnectionError"), "connection"),
        (
            named("ConnectError", type("TransportError", (type("NetworkError", (Exception,), {}),), {})),
            "connection",
        ),
        (TimeoutError(), "timeout"),
        (named("APITimeoutError", type("APIConnectionError", (Exception,), {})), "timeout"),
        (named("RateLimitError"), "overload"),
        (named("OverloadedError"), "overload"),
        (caused(named("UnexpectedError"), ConnectionResetError()), "connection"),
        (caused(named("APIConnectionError"), ssl.SSLCertVerificationError("bad certificate")), "refused"),
        (caused(named("APIConnectionError"), named("UnsupportedProtocol")), "refused"),
        (TypeError("x"), "other"),
        (KeyError("x"), "other"),
        (ValueError("x"), "other"),
        (RuntimeError("x"), "other"),
        (JudgeTimeoutError("x"), "other"),
        (ReplyError("x"), "other"),
    ],
)
def test_kinds_by_class(error: Exception, kind: str) -> None:
    """Without a status, the class and its bases tell: networks pass, programming errors and our own do not."""
    failure = classify(error)
    assert failure.kind == kind
    assert failure.can_pass == (kind in {"connection", "timeout", "overload"})


def test_a_used_up_quota_is_final() -> None:
    """A 429 that means an empty account is not tried again."""
    assert classify(APIStatusError(429, "{'code': 'insufficient_quota'}")).kind == "quota"
    assert classify(named("RateLimitError", code="insufficient_quota")).kind == "quota"


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"Retry-After": "7"}, 7),
        ({"retry-after": "0.25"}, 0.25),
        ({"retry-after-ms": "1500", "retry-after": "9"}, 1.5),
        ({"Retry-After": "-3"}, 0),
        ({"Retry-After": "soon"}, None),
        ({"Retry-After": "nan"}, None),
        ({}, None),
    ],
)
def test_retry_after(headers: dict[str, str], seconds: float | None) -> None:
    """The waiting time is read from the headers, in seconds or milliseconds."""
    assert classify(APIStatusError(429, headers=headers)).retry_after == seconds


def test_retry_after_elsewhere() -> None:
    """The waiting time may be an HTTP date, an attribute, or stand on the cause."""
    moment = datetime.now(UTC) + timedelta(seconds=30)
    by_date = classify(
        APIStatusError(429, headers={"Retry-After": format_datetime(moment, usegmt=True)})
    ).retry_after
    assert by_date is not None
    assert 27 < by_date <= 30
    past = format_datetime(datetime.now(UTC) - timedelta(days=1), usegmt=True)
    assert classify(APIStatusError(429, headers={"Retry-After": past})).retry_after == 0
    assert classify(named("RateLimitError", retry_after=2)).retry_after == 2
    assert classify(named("RateLimitError", retry_after=timedelta(seconds=3))).retry_after == 3
    assert classify(named("RateLimitError", headers={"Retry-After": "4"})).retry_after == 4
    wrapped = caused(
        named("ModelHTTPError", status_code=429), APIStatusError(429, headers={"Retry-After": "5"})
    )
    assert classify(wrapped).retry_after == 5


def test_the_url_holds_no_secrets() -> None:
    """The address shown has no user name, password or query."""
    request = SimpleNamespace(url="http://me:secret@127.0.0.1:9/v1/chat?key=secret#secret")
    assert classify(named("APIConnectionError", request=request)).url == "http://127.0.0.1:9/v1/chat"
