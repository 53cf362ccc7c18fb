"""What every test of this folder starts from."""

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
