"""An AG-UI agent on the loopback, which streams what it is told to."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Stream = Callable[[Callable[[bytes], Any]], Any]


class Agent:
    """Answers every request with `stream`, a function that is given the function to write with."""

    def __init__(self) -> None:
        self.url = ""
        self.status = 200
        self.content_type = "text/event-stream"
        self.headers: dict[str, str] = {}
        self.bodies: list[Any] = []
        self.stream: Stream = lambda write: None
        self.stopping = threading.Event()

    def says(self, *events: Any) -> None:
        """Stream these events; text is written as it is."""

        def stream(write: Callable[[bytes], Any]) -> None:
            for event in events:
                write(event.encode() if isinstance(event, str) else f"data: {json.dumps(event)}\n\n".encode())

        self.stream = stream


@contextmanager
def agent() -> Iterator[Agent]:
    """An agent for the time of the block."""
    served = Agent()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            served.headers = {name.lower(): value for name, value in self.headers.items()}
            served.bodies.append(json.loads(self.rfile.read(int(self.headers["content-length"]))))
            self.send_response(served.status)
            self.send_header("content-type", served.content_type)
            self.end_headers()
            with suppress(OSError):  # the caller has had enough
                served.stream(self.wfile.write)

        def log_message(self, format: str, *args: Any) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    served.url = f"http://127.0.0.1:{server.server_port}/run"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield served
    finally:
        served.stopping.set()
        server.shutdown()
        server.server_close()
        thread.join(5)
