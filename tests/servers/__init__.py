"""Real HTTP servers on 127.0.0.1 that speak the providers' APIs, to test through the real SDKs."""

from tests.servers.anthropic import AnthropicServer
from tests.servers.google import GoogleServer
from tests.servers.openai import OpenAIServer
from tests.servers.server import Recorded, Reply, Server

__all__ = ["AnthropicServer", "GoogleServer", "OpenAIServer", "Recorded", "Reply", "Server"]
