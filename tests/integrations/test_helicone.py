"""Headers for Helicone."""

from __future__ import annotations

import pytest

from ragas.exceptions import ConfigurationError
from ragas.integrations.helicone import CacheConfig, HeliconeConfig, helicone_config


def test_headers_are_built_from_what_is_set() -> None:
    """Only what is set becomes a header; a cache is not needed."""
    config = HeliconeConfig(api_key="k", session_id="s", properties={"Team": 3})
    assert config.default_headers() == {
        "Helicone-Auth": "Bearer k",
        "Helicone-Session-Id": "s",
        "Helicone-Property-Team": "3",
    }
    config.cache_config = CacheConfig()
    assert config.default_headers()["Cache-Control"] == "max-age=2592000"
    assert config.default_headers()["Helicone-Cache-Bucket-Max-Size"] == "1000"


def test_without_a_key_nothing_is_told() -> None:
    """No key, no headers."""
    config = HeliconeConfig(user_id="ada")
    assert (config.is_enabled, config.default_headers()) == (False, {})


def test_the_configuration_of_the_process_stays() -> None:
    """Making another configuration does not reset the shared one; `reset` does. The key is not shown."""
    try:
        helicone_config.api_key = "secret-key"
        HeliconeConfig()
        assert helicone_config.is_enabled
        assert "secret-key" not in repr(helicone_config)
    finally:
        helicone_config.reset()
    assert not helicone_config.is_enabled


@pytest.mark.parametrize("value", ["a\r\nX-Evil: 1", "a\x00b"])
def test_a_value_cannot_add_a_header(value: str) -> None:
    """Line breaks and control characters are refused."""
    with pytest.raises(ConfigurationError, match="'Helicone-User-Id'"):
        HeliconeConfig(api_key="k", user_id=value).default_headers()
