"""llm_factory and the default judge."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import openai
import pytest

from ragas.engine.run_config import RunConfig
from ragas.engine.runner import Runner
from ragas.exceptions import ConfigurationError, MissingDependencyError
from ragas.llms import Judge, default_judge, llm_factory
from ragas.llms.default import default_judge_name
from ragas.llms.factory import reply_mode
from tests.llms.replies import Word
from tests.servers import AnthropicServer, GoogleServer, OpenAIServer

KEYS = [
    "OPENAI_API_KEY",
    "OPENAI_BASE_URL",
    "ANTHROPIC_API_KEY",
    "GOOGLE_API_KEY",
    "GEMINI_API_KEY",
    "RAGAS_LLM",
]


@pytest.fixture(autouse=True)
def no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    """No key of the developer's machine reaches a test."""
    for key in KEYS:
        monkeypatch.delenv(key, raising=False)


@pytest.mark.parametrize("model", ["", "  ", None])
def test_a_model_is_required(model: Any) -> None:
    """The message of earlier versions, and a ValueError as there."""
    with pytest.raises(ValueError, match="model parameter is required"):
        llm_factory(model)


@pytest.mark.parametrize("model", ["openai:", "anthropic: ", "openai", "Anthropic"])
def test_a_provider_alone_is_no_model(model: str) -> None:
    """It would be sent as an empty or unknown model's name."""
    with pytest.raises(ConfigurationError, match=r"model parameter is required.*names a provider only"):
        llm_factory(model, api_key="x")


def test_no_provider_is_the_default() -> None:
    """None is the same as leaving it out; anything but a name is refused."""
    assert llm_factory("gpt-4o-mini", provider=None, api_key="x").name == "openai:gpt-4o-mini"
    with pytest.raises(ConfigurationError, match="provider is a name"):
        llm_factory("gpt-4o-mini", provider=5)  # type: ignore[arg-type]


def test_what_is_no_cache_is_refused() -> None:
    """When it is given, not at the first call."""
    with pytest.raises(ConfigurationError, match="cache=5 is no cache"):
        llm_factory("gpt-4o-mini", api_key="x", cache=5)  # type: ignore[arg-type]


def test_run_config_is_not_sent(openai_server: OpenAIServer, run: Runner) -> None:
    """It is accepted with a warning that says where it belongs, and never becomes part of a request."""
    openai_server.default = {"word": "a"}
    with pytest.warns(UserWarning, match=r"evaluate\(\.\.\., run_config"):
        judge = llm_factory("gpt-4o-mini", base_url=openai_server.url, run_config=RunConfig())
    assert judge.generate("Hi?", Word).word == "a"
    assert "run_config" not in openai_server.bodies[0]


def test_a_name_without_provider_says_what_it_was_taken_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a model of OpenAI; and where the name comes from, when that is the environment."""
    with pytest.raises(
        ConfigurationError, match=r"llm_factory\('foo'\), taken as a model of OpenAI.*'local'"
    ):
        llm_factory("foo")
    monkeypatch.setenv("RAGAS_LLM", "foo")
    with pytest.raises(ConfigurationError, match=r"RAGAS_LLM='foo'.*taken as a model of OpenAI.*'local'"):
        default_judge()


def test_an_unknown_adapter_is_named() -> None:
    """adapter= is accepted, but not any word."""
    with pytest.raises(ValueError, match="Unknown adapter: magic"):
        llm_factory("m", adapter="magic")


@pytest.mark.parametrize("adapter", ["auto", "instructor", "litellm"])
def test_adapters_of_earlier_versions_are_accepted(adapter: str) -> None:
    """They change nothing: every client is recognised."""
    client = openai.OpenAI(api_key="x")
    assert llm_factory("gpt-4o-mini", client=client, adapter=adapter).name == "openai:gpt-4o-mini"


def test_a_missing_key_names_the_variable() -> None:
    """And the ways out: client=, api_key=, base_url=, the embedded judge."""
    with pytest.raises(ValueError, match=r"requires a client instance or a key.*OPENAI_API_KEY.*'local'"):
        llm_factory("gpt-4o-mini")
    with pytest.raises(ConfigurationError, match=r"Failed to initialize anthropic.*ANTHROPIC_API_KEY"):
        llm_factory("anthropic:claude-opus-4-8")


def test_what_a_provider_lacks_is_said_in_words_of_the_caller(monkeypatch: pytest.MonkeyPatch) -> None:
    """The variable and the argument are named, not classes of the library beneath; for a server of one's own, its usual place."""
    monkeypatch.delenv("OLLAMA_BASE_URL", raising=False)
    with pytest.raises(
        ConfigurationError, match=r"OLLAMA_BASE_URL is not set.*base_url=, such as http://localhost"
    ) as told:
        llm_factory("ollama:llama3")
    assert "OllamaProvider" not in str(told.value)


def test_a_missing_package_says_what_to_install() -> None:
    """Known provider, SDK not there."""
    with pytest.raises(MissingDependencyError, match=r"""'groq', which is not installed.*"ragas\[groq\]"""):
        llm_factory("groq:llama-3.3-70b")


def test_an_unknown_client_is_refused() -> None:
    """The message says what a client must have, and that LangChain models need no factory."""
    with pytest.raises(ValueError, match=r"Failed to initialize.*chat\.completions\.create.*LangChain"):
        llm_factory("m", client=object())


def test_an_unknown_provider_is_refused() -> None:
    """Unless base_url says where it is."""
    with pytest.raises(ValueError, match="'opnai' is no provider known here"):
        llm_factory("gpt-4o", provider="opnai")
    with pytest.raises(ValueError, match="'opnai' is no provider known here"):
        llm_factory("opnai:gpt-4o")
    assert llm_factory("m", provider="mine", base_url="http://localhost:1/v1").name == "mine:m"


@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        (("gpt-4o-mini",), "openai:gpt-4o-mini"),
        (("openai:gpt-4o-mini",), "openai:gpt-4o-mini"),
        (("OpenAI:gpt-4o-mini",), "openai:gpt-4o-mini"),
        (("gpt-4o-mini", "openai"), "openai:gpt-4o-mini"),
        (("ft:gpt-4o-mini:org::id",), "openai:ft:gpt-4o-mini:org::id"),
        (("deepseek:deepseek-chat",), "deepseek:deepseek-chat"),
        (("openrouter:openai/gpt-4o-mini",), "openrouter:openai/gpt-4o-mini"),
        (("together:meta/llama",), "together:meta/llama"),
        (("ollama:llama3:8b",), "ollama:llama3:8b"),
        (("openai-responses:gpt-5",), "openai-responses:gpt-5"),
        (("anthropic:claude-opus-4-8",), "anthropic:claude-opus-4-8"),
        (("claude-opus-4-8", "anthropic"), "anthropic:claude-opus-4-8"),
        (("google:gemini-2.5-flash",), "google:gemini-2.5-flash"),
        (("gemini:gemini-2.5-flash",), "google:gemini-2.5-flash"),
        (("azure:my-deployment",), "azure:my-deployment"),
    ],
)
def test_names_of_providers(monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], name: str) -> None:
    """Every provider is reached by its name, its key from its own variable."""
    for provider in ("OPENAI", "ANTHROPIC", "GOOGLE", "DEEPSEEK", "OPENROUTER", "TOGETHER", "AZURE_OPENAI"):
        monkeypatch.setenv(f"{provider}_API_KEY", "k")
    monkeypatch.setenv("OLLAMA_BASE_URL", "http://localhost:11434/v1")
    monkeypatch.setenv("AZURE_OPENAI_ENDPOINT", "http://localhost:1")
    monkeypatch.setenv("OPENAI_API_VERSION", "2024-10-21")
    assert llm_factory(*arguments).name == name


def test_a_server_of_ones_own_needs_no_key(openai_server: OpenAIServer, run: Runner) -> None:
    """base_url= is enough, and a colon in the model's name stays there."""
    llm = llm_factory("llama3:8b", base_url=openai_server.url, temperature=0)
    assert llm.generate("Is it so?", Word).word == "text"
    assert openai_server.bodies[0]["model"] == "llama3:8b"
    assert openai_server.bodies[0]["temperature"] == 0


@pytest.mark.parametrize("provider", ["ollama", "vllm", "litellm", "openrouter", "deepseek"])
def test_compatible_providers_take_a_base_url(
    openai_server: OpenAIServer, run: Runner, provider: str
) -> None:
    """Wherever the server stands; from the environment's client, in several loops."""
    llm = (
        llm_factory("m", provider=provider, base_url=openai_server.url, api_key="k")
        if provider != "deepseek"
        else None
    )
    if llm is None:  # its address is fixed: the client says another one
        client = openai.AsyncOpenAI(base_url=openai_server.url, api_key="k")
        llm = llm_factory("m", provider=provider, client=client)
    assert llm.generate("Is it so?", Word).word == "text"
    assert llm.name == f"{provider}:m"
    assert openai_server.requests[0].headers["authorization"] == "Bearer k"


def test_providers_from_the_environment_reach_their_server(
    anthropic_server: AnthropicServer, google_server: GoogleServer, run: Runner
) -> None:
    """Without a client, through pydantic-ai's own."""
    claude = llm_factory("anthropic:claude-opus-4-8", api_key="k", base_url=anthropic_server.url)
    assert claude.generate("Is it so?", Word).word == "text"
    gemini = llm_factory("google:gemini-2.5-flash", api_key="k", base_url=google_server.url)
    assert gemini.generate("Is it so?", Word).word == "text"


def test_clients_patched_by_instructor_are_unwrapped(openai_server: OpenAIServer, run: Runner) -> None:
    """The SDK client inside is used."""
    patched = type("AsyncInstructor", (), {"__module__": "instructor.core.client"})()
    patched.client = openai.AsyncOpenAI(base_url=openai_server.url, api_key="x")
    assert llm_factory("m", client=patched).generate("Is it so?", Word).word == "text"
    patched.client = None
    with pytest.raises(ConfigurationError, match="holds no SDK client"):
        llm_factory("m", client=patched)


def test_modes_have_instructors_names_too() -> None:
    """Text, or instructor's enum members by their values."""
    modes = ["json_schema_mode", "tool_call", "json_mode", "markdown_json_mode", None]
    assert [reply_mode(mode) for mode in modes] == ["native", "tool", "object", "prompt", None]
    assert reply_mode(SimpleNamespace(value="json_mode")) == "object"
    with pytest.raises(ConfigurationError, match="Unknown mode 'loud'"):
        reply_mode("loud")


def test_a_judge_shows_its_name_and_settings_but_no_key() -> None:
    """The repr is safe to log."""
    llm = llm_factory("gpt-4o-mini", api_key="sk-secret", temperature=0.1)
    assert repr(llm) == "ModelJudge('openai:gpt-4o-mini', temperature=0.1)"


def test_a_judge_tells_what_it_was_made_with() -> None:
    """Its client, whether that is async, and what is sent with every request."""
    client = openai.OpenAI(api_key="k")
    judge: Any = llm_factory("gpt-4o-mini", client=client, temperature=0.1)
    assert (judge.client, judge.is_async, judge.model_args) == (client, False, {"temperature": 0.1})
    other: Any = llm_factory("gpt-4o-mini", client=openai.AsyncOpenAI(api_key="k"))
    assert (other.is_async, other.model_args) == (True, {})
    own: Any = llm_factory("gpt-4o-mini", api_key="k")
    assert (own.client, own.is_async) == (None, True)


class TestDefault:
    """Which judge grades when none is given."""

    def test_the_environment_names_it(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """RAGAS_LLM goes first."""
        monkeypatch.setenv("OPENAI_API_KEY", "k")
        monkeypatch.setenv("RAGAS_LLM", "openai:gpt-4.1")
        assert default_judge().name == "openai:gpt-4.1"

    def test_a_key_for_openai_is_enough(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Then the model earlier versions used."""
        monkeypatch.setenv("OPENAI_API_KEY", "k")
        assert default_judge().name == "openai:gpt-4o-mini"

    def test_else_the_embedded_judge(self) -> None:
        """No key, no network."""
        assert default_judge_name() == "local"

    def test_a_wrong_name_is_told(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Not passed over in silence."""
        monkeypatch.setenv("RAGAS_LLM", "anthropic:claude-opus-4-8")
        with pytest.raises(ConfigurationError, match="ANTHROPIC_API_KEY"):
            default_judge()


def test_earlier_names_are_there() -> None:
    """Code that imports Ragas' names finds them."""
    from ragas.llms import InstructorBaseRagasLLM, InstructorLLM
    from ragas.llms.base import llm_factory as same

    assert InstructorBaseRagasLLM is Judge
    assert isinstance(llm_factory("m", client=openai.OpenAI(api_key="x")), InstructorLLM)
    assert same is llm_factory
