"""Helicone: the headers that make a client's calls pass through its proxy show up there, and be cached there."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any

from ragas.exceptions import ConfigurationError

MONTH = 30 * 24 * 60 * 60
"""Seconds."""


@dataclass
class CacheConfig:
    """How Helicone caches replies: how long, in seconds, and how many it keeps for one request."""

    ttl: int = MONTH
    maxsize: int = 1000


@dataclass
class HeliconeConfig:
    """What Helicone is told of calls. Nothing is told without an `api_key`.

    Ragas sends calls through the client you give it; the headers go into that client:
    `OpenAI(base_url="https://oai.helicone.ai/v1", default_headers=helicone_config.default_headers())`.

    Example:
        >>> config = HeliconeConfig(api_key="sk-helicone-1", user_id="ada")
        >>> config.default_headers()
        {'Helicone-Auth': 'Bearer sk-helicone-1', 'Helicone-User-Id': 'ada'}
    """

    api_key: str | None = field(default=None, repr=False)
    base_url: str | None = None
    cache_config: CacheConfig | None = None
    user_id: str | None = None
    session_id: str | None = None
    session_name: str | None = None
    session_path: str | None = None
    properties: dict[str, Any] = field(default_factory=dict)

    @property
    def is_enabled(self) -> bool:
        """Whether there is a key."""
        return bool(self.api_key)

    def default_headers(self) -> dict[str, str]:
        """The headers of every call; none without a key.

        Raises:
            ConfigurationError: a value cannot stand in a header.
        """
        if not self.api_key:
            return {}
        headers = {
            "Helicone-Auth": f"Bearer {self.api_key}",
            "Helicone-Target-URL": self.base_url,
            "Helicone-User-Id": self.user_id,
            "Helicone-Session-Id": self.session_id,
            "Helicone-Session-Name": self.session_name,
            "Helicone-Session-Path": self.session_path,
            **{f"Helicone-Property-{name}": str(value) for name, value in self.properties.items()},
        }
        if self.cache_config is not None:
            headers |= {
                "Helicone-Cache-Enabled": "true",
                "Cache-Control": f"max-age={self.cache_config.ttl}",
                "Helicone-Cache-Bucket-Max-Size": str(self.cache_config.maxsize),
            }
        told = {name: value for name, value in headers.items() if value is not None}
        for name, value in told.items():
            if not (name + value).isprintable():
                raise ConfigurationError(
                    f"the header {name!r} cannot hold a line break or a control character."
                )
        return told

    def reset(self) -> None:
        """Forget everything."""
        fresh = HeliconeConfig()
        for one in fields(self):
            setattr(self, one.name, getattr(fresh, one.name))


helicone_config = HeliconeConfig()
"""The configuration of this process. Making another `HeliconeConfig` leaves it as it is."""
