"""InstructorLLM: the judge of a client, made the earlier way."""

from __future__ import annotations

import openai

from ragas.llms import InstructorLLM, ModelJudge
from ragas.llms.base import InstructorModelArgs
from ragas.testing import ScriptedJudge


def test_it_makes_the_judge_that_llm_factory_makes() -> None:
    """Client, model, provider and arguments give a judge with these settings, which is an InstructorLLM."""
    client = openai.AsyncOpenAI(api_key="none")
    judge = InstructorLLM(client, "gpt-4o-mini", "openai", InstructorModelArgs(temperature=0.5), top_p=0.2)
    assert isinstance(judge, ModelJudge)
    assert isinstance(judge, InstructorLLM)
    assert judge.name == "openai:gpt-4o-mini"
    told = judge.endpoint.parameters
    assert (told["temperature"], told["top_p"], told["max_tokens"]) == (0.5, 0.2, 1024)
    assert not isinstance(ScriptedJudge([]), InstructorLLM)
    named = InstructorLLM(client=client, model="gpt-4o", provider="openai", model_args={"temperature": 0})
    assert isinstance(named, ModelJudge)
    assert named.endpoint.parameters["temperature"] == 0
