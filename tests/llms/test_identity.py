"""What a judge's answers depend on besides its name."""

from __future__ import annotations

from openai import AsyncOpenAI

from ragas.llms import llm_factory
from ragas.llms.identity import judge_settings
from ragas.testing import ScriptedJudge


def test_another_address_or_setting_is_another_judge() -> None:
    """The same model at another server, or with another temperature, does not share scores; the key does not matter."""

    def made(url: str = "http://127.0.0.1:1/v1", key: str = "a", **settings: object) -> str | None:
        return judge_settings(llm_factory("m", client=AsyncOpenAI(base_url=url, api_key=key), **settings))

    assert made() == made(key="b")
    others = {made("http://127.0.0.1:2/v1"), made(temperature=1.0), made(max_tokens=7), made(seed=3)}
    assert len(others | {made()}) == 5
    assert judge_settings(ScriptedJudge([])) is None
    assert judge_settings(None) is None
