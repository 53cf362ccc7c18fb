"""What an exception of a call means: can it pass, how long to wait, what should the user do.

Client libraries are not imported: status codes, headers and class names tell enough, for all of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from ragas.exceptions import RagasError

FailureKind = Literal["overload", "server", "connection", "timeout", "quota", "refused", "other"]

_CAN_PASS: frozenset[FailureKind] = frozenset({"overload", "server", "connection", "timeout"})

_TIMEOUTS = {
    "APITimeoutError",
    "TimeoutException",
    "Timeout",
    "ReadTimeoutError",
    "ConnectTimeoutError",
    "DeadlineExceeded",
}
_OVERLOADS = {
    "RateLimitError",
    "RateLimitException",
    "TooManyRequests",
    "TooManyRequestsError",
    "ResourceExhausted",
    "ThrottlingException",
    "OverloadedError",
    "ServiceUnavailable",
    "ServiceUnavailableError",
}
_CONNECTIONS = {
    "APIConnectionError",
    "ConnectionError",
    "NetworkError",
    "RemoteProtocolError",
    "ProxyError",
    "EndpointConnectionError",
    "ClientConnectionError",
    "URLError",
    "IncompleteReadError",
    "gaierror",
}
# Connection errors that stay however often one tries.
_PERMANENT = {"SSLCertVerificationError", "UnsupportedProtocol", "InvalidURL", "LocalProtocolError"}
_SLOW_STATUSES = {408, 409, 425}
_OVERLOAD_STATUSES = {429, 503, 529}


@dataclass(frozen=True, slots=True)
class Failure:
    """One failed attempt: its kind, the HTTP status and the seconds to wait the server named, if any."""

    kind: FailureKind
    status: int | None = None
    retry_after: float | None = None
    url: str | None = None

    @property
    def can_pass(self) -> bool:
        """Whether another attempt may succeed."""
        return self.kind in _CAN_PASS


def classify(error: BaseException) -> Failure:
    """What this exception of a call means, judged by itself and its causes."""
    if isinstance(error, RagasError):  # raised on purpose further in, where retries have been made
        return Failure("other")
    chain = list(_chain(error))
    status = next((found for link in chain if (found := _status(link)) is not None), None)
    url = next((where for link in chain if (where := _url(link)) is not None), None)
    if status is not None and status >= 400:
        return Failure(_kind_of_status(status, chain), status, _retry_after(chain), url)
    return Failure(_kind_of_class(chain), None, _retry_after(chain), url)


def _chain(error: BaseException) -> Iterator[BaseException]:
    link: BaseException | None = error
    for _ in range(8):
        if link is None:
            return
        yield link
        link = link.__cause__


def _kind_of_status(status: int, chain: list[BaseException]) -> FailureKind:
    if status == 402 or (status == 429 and any(_quota_used_up(link) for link in chain)):
        return "quota"
    if status in _OVERLOAD_STATUSES:
        return "overload"
    if status >= 500 or status in _SLOW_STATUSES:
        return "server"
    return "refused"


def _kind_of_class(chain: list[BaseException]) -> FailureKind:
    names = [{cls.__name__ for cls in type(link).__mro__} for link in chain]
    if any(found & _PERMANENT for found in names):
        return "refused"
    for link, found in zip(chain, names, strict=True):
        if isinstance(link, TimeoutError) or found & _TIMEOUTS:
            return "timeout"
        if found & _OVERLOADS:
            return "quota" if any(_quota_used_up(link) for link in chain) else "overload"
        if isinstance(link, ConnectionError) or found & _CONNECTIONS:
            return "connection"
    return "other"


def _quota_used_up(error: BaseException) -> bool:
    return getattr(error, "code", None) == "insufficient_quota" or "insufficient_quota" in str(error)


def _status(error: BaseException) -> int | None:
    response = getattr(error, "response", None)
    candidates = [getattr(error, name, None) for name in ("status_code", "code", "http_status", "status")]
    if isinstance(response, Mapping):  # botocore
        meta = response.get("ResponseMetadata")
        candidates.append(meta.get("HTTPStatusCode") if isinstance(meta, Mapping) else None)
    else:
        candidates += [getattr(response, name, None) for name in ("status_code", "status")]
    for value in candidates:
        if isinstance(value, str) and value.isdecimal():
            value = int(value)
        if isinstance(value, int) and not isinstance(value, bool) and 100 <= value <= 599:
            return int(value)
    return None


def _url(error: BaseException) -> str | None:
    """Where the request went, without user name, query and fragment: keys travel there."""
    try:
        url = str(getattr(error, "request").url)  # noqa: B009  httpx and the SDKs on it have one
    except Exception:  # noqa: BLE001  no request, or httpx's RuntimeError where it is not set
        return None
    scheme, separator, rest = url.partition("://")
    host, slash, path = rest.partition("?")[0].partition("#")[0].partition("/")
    return f"{scheme}{separator}{host.rpartition('@')[2]}{slash}{path}"


def _retry_after(chain: list[BaseException]) -> float | None:
    for link in chain:
        for headers in (
            getattr(getattr(link, "response", None), "headers", None),
            getattr(link, "headers", None),
        ):
            if (seconds := _from_headers(headers)) is not None:
                return seconds
        if (seconds := _seconds(getattr(link, "retry_after", None))) is not None:
            return seconds
    return None


def _from_headers(headers: Any) -> float | None:
    try:
        named = {str(name).lower(): value for name, value in headers.items()}
    except Exception:  # noqa: BLE001  no headers, or something that is not a mapping
        return None
    if (milliseconds := _seconds(named.get("retry-after-ms"))) is not None:
        return milliseconds / 1000
    return _seconds(named.get("retry-after"))


def _seconds(value: Any) -> float | None:
    """A number of seconds, a timedelta or an HTTP date, as seconds from now."""
    if value is None or isinstance(value, bool):
        return None
    if hasattr(value, "total_seconds"):
        value = value.total_seconds()
    try:
        seconds = float(value)
    except (TypeError, ValueError):
        return _until(value)
    return max(0.0, seconds) if seconds < float("inf") else None


def _until(date: Any) -> float | None:
    from datetime import UTC, datetime
    from email.utils import parsedate_to_datetime

    try:
        moment = parsedate_to_datetime(date)
    except (TypeError, ValueError):
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return max(0.0, (moment - datetime.now(UTC)).total_seconds())
