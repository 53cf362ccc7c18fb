"""What every test of this folder starts from."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ragas.llms import refusals
from tests.servers.fixtures import (
    anthropic_server as anthropic_server,
)
from tests.servers.fixtures import (
    closes_clients as closes_clients,
)
from tests.servers.fixtures import (
    google_server as google_server,
)
from tests.servers.fixtures import (
    openai_server as openai_server,
)
from tests.servers.fixtures import (
    run as run,
)


@pytest.fixture(autouse=True)
def nothing_learned() -> Iterator[None]:
    """What endpoints refused in one test is not known in the next."""
    refusals.forget()
    yield
    refusals.forget()
