"""TestsetGenerator: questions with references from documents."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from ragas.embeddings.default import default_embedder
from ragas.engine.event_loop import run_sync
from ragas.engine.executor import Executor
from ragas.engine.run_config import RunConfig
from ragas.engine.token_estimate import estimated_tokens
from ragas.engine.token_usage import use_parser
from ragas.llms.adapt import as_judge
from ragas.llms.default import default_judge
from ragas.llms.local import LocalJudge
from ragas.testset.documents import as_documents
from ragas.testset.generator_arguments import check_names
from ragas.testset.generator_job import Job, logger
from ragas.testset.generator_plan import StandIns, TestsetPlan, unheard
from ragas.testset.generator_rehearsal import rehearsed, rehearsing
from ragas.testset.graph import KnowledgeGraph, NodeType
from ragas.testset.persona import Persona
from ragas.testset.synthesizers.distribution import QueryDistribution
from ragas.testset.testset import Testset, TestsetSample
from ragas.testset.transforms.default import check_lengths

OF_A_CALL = frozenset({"num_personas", "unanswerable", "adversarial", "budget", "run", "show_progress"})
"""What a call takes beside the arguments in its signature."""


@dataclass
class TestsetGenerator:
    """Makes test sets: documents become a knowledge graph, the graph becomes questions with verified references.

    Args:
        llm: the judge that reads the documents and writes the questions; what `evaluate` takes as `llm`. Without it
            the configured one. With the embedded judge, questions are made by rules.
        embedding_model: what likens documents to each other; without it the configured one.
        knowledge_graph: the graph `generate` asks about; `generate_with_...` put a new one in its place.
        persona_list: who asks; without it, people are made up from the documents.
        llm_context: what the application is for, told to the judge with every question.
        verifier: the judge that verifies references and questions; by default `llm`.
        language: the language of questions and references; by default that of the documents. Without a language model it
            chooses among the sentences of the documents: rules do not translate.
        seed: equal seeds, documents and replies give equal test sets, on any number of workers.

    Example:
        >>> from ragas.testset import TestsetGenerator
        >>> note = "Larkspur Ferries was founded in 1911. A car ticket is a slip that holds for one crossing."
        >>> generator = TestsetGenerator(llm="local")
        >>> testset = generator.generate_with_documents([note], testset_size=1, show_progress=False)
        >>> testset.samples[0].eval_sample.user_input
        'When was Larkspur Ferries founded?'
    """

    __test__ = False  # pytest takes it for a test otherwise

    llm: Any = None
    embedding_model: Any = None
    knowledge_graph: KnowledgeGraph = field(default_factory=KnowledgeGraph)
    persona_list: Sequence[Persona] | None = None
    llm_context: str | None = None
    verifier: Any = None
    language: str | None = None
    seed: int = 42

    @classmethod
    def from_langchain(
        cls,
        llm: Any,
        embedding_model: Any,
        knowledge_graph: KnowledgeGraph | None = None,
        llm_context: str | None = None,
    ) -> TestsetGenerator:
        """A generator on models of LangChain."""
        return cls(llm, embedding_model, knowledge_graph or KnowledgeGraph(), llm_context=llm_context)

    @classmethod
    def from_llama_index(
        cls,
        llm: Any,
        embedding_model: Any,
        knowledge_graph: KnowledgeGraph | None = None,
        llm_context: str | None = None,
    ) -> TestsetGenerator:
        """A generator on models of LlamaIndex."""
        return cls(llm, embedding_model, knowledge_graph or KnowledgeGraph(), llm_context=llm_context)

    # -- from documents -----------------------------------------------------------------------------------------

    async def agenerate_with_documents(
        self,
        documents: Any,
        testset_size: int,
        transforms: Any = None,
        transforms_llm: Any = None,
        transforms_embedding_model: Any = None,
        query_distribution: QueryDistribution | None = None,
        run_config: RunConfig | None = None,
        callbacks: Any = None,
        token_usage_parser: Any = None,
        with_debugging_logs: bool = False,
        raise_exceptions: bool = True,
        *,
        chunks: bool = False,
        **more: Any,
    ) -> Testset:
        """Make a test set of documents: texts, `pathlib.Path`s of files or folders, LangChain or LlamaIndex documents.

        Args:
            testset_size: how many questions.
            transforms: what is found out about the documents first; by default what their lengths call for.
            transforms_llm, transforms_embedding_model: other models for that.
            query_distribution: synthesizers with their shares; by default those the graph allows, evenly.
            token_usage_parser: counts tokens of LangChain models whose usage nobody else can read.
            raise_exceptions: a failed call costs its question, which is written anew; once the judge fails ten times in
                a row, raise the first of these failures, or with False go on with what it still answers. While the
                documents are read, a failed call is raised at once. Replies that cannot be read end a run only where
                no question was made. A setting that no call can succeed with is raised in any case.
            chunks: the documents are pieces already and stay as they are.
            more: `num_personas`, `unanswerable`, `adversarial`, `budget`, `run`, `show_progress`, as for `agenerate`.

        Raises:
            InputError: no documents, only blank ones, or too short ones; says what was measured. An argument is none, or
                is no such value. Nothing was asked.
            ConfigurationError: a model, the budget or the run's folder is set up wrongly; a budget is given and the
                price of a model is unknown.
        """
        rehearsal = more.pop("rehearsal", False)
        self._check_names(more)
        read = as_documents(documents, "chunk" if chunks else "document")
        kg = KnowledgeGraph()
        self.knowledge_graph = kg
        job = self._job(
            kg,
            testset_size,
            documents=read,
            kind=NodeType.CHUNK if chunks else NodeType.DOCUMENT,
            transforms=transforms,
            transforms_judge=None if transforms_llm is None else as_judge(transforms_llm),
            transforms_embedding_model=transforms_embedding_model,
            distribution=query_distribution,
            run_config=run_config or RunConfig(seed=self.seed),
            callbacks=callbacks,
            raise_exceptions=raise_exceptions,
            rehearsal=rehearsal,
            **more,
        )
        with use_parser(token_usage_parser):
            return await job.result()

    def generate_with_documents(
        self, documents: Any, testset_size: int, *more: Any, **settings: Any
    ) -> Testset:
        """`agenerate_with_documents` from code that is not async."""
        return run_sync(self.agenerate_with_documents(documents, testset_size, *more, **settings))

    def generate_with_langchain_docs(
        self,
        documents: Sequence[Any],
        testset_size: int,
        transforms: Any = None,
        transforms_llm: Any = None,
        transforms_embedding_model: Any = None,
        query_distribution: QueryDistribution | None = None,
        run_config: RunConfig | None = None,
        callbacks: Any = None,
        token_usage_parser: Any = None,
        with_debugging_logs: bool = False,
        raise_exceptions: bool = True,
        return_executor: bool = False,
        **more: Any,
    ) -> Testset | Executor:
        """Make a test set of LangChain documents. With `return_executor`, an unstarted `Executor` of its samples."""
        return self._now_or_later(
            return_executor,
            documents,
            testset_size,
            transforms,
            transforms_llm,
            transforms_embedding_model,
            query_distribution,
            run_config,
            callbacks,
            token_usage_parser,
            with_debugging_logs,
            raise_exceptions,
            **more,
        )

    def generate_with_llamaindex_docs(
        self,
        documents: Sequence[Any],
        testset_size: int,
        transforms: Any = None,
        transforms_llm: Any = None,
        transforms_embedding_model: Any = None,
        query_distribution: QueryDistribution | None = None,
        run_config: RunConfig | None = None,
        callbacks: Any = None,
        token_usage_parser: Any = None,
        with_debugging_logs: bool = False,
        raise_exceptions: bool = True,
        **more: Any,
    ) -> Testset:
        """Make a test set of LlamaIndex documents or nodes."""
        return self.generate_with_documents(
            documents,
            testset_size,
            transforms,
            transforms_llm,
            transforms_embedding_model,
            query_distribution,
            run_config,
            callbacks,
            token_usage_parser,
            with_debugging_logs,
            raise_exceptions,
            **more,
        )

    def generate_with_chunks(
        self,
        chunks: Sequence[Any],
        testset_size: int,
        transforms: Any = None,
        transforms_llm: Any = None,
        transforms_embedding_model: Any = None,
        query_distribution: QueryDistribution | None = None,
        run_config: RunConfig | None = None,
        callbacks: Any = None,
        token_usage_parser: Any = None,
        with_debugging_logs: bool = False,
        raise_exceptions: bool = True,
        return_executor: bool = False,
        **more: Any,
    ) -> Testset | Executor:
        """Make a test set of texts or documents that were cut already, and are not cut again. Blank ones are left out."""
        return self._now_or_later(
            return_executor,
            chunks,
            testset_size,
            transforms,
            transforms_llm,
            transforms_embedding_model,
            query_distribution,
            run_config,
            callbacks,
            token_usage_parser,
            with_debugging_logs,
            raise_exceptions,
            chunks=True,
            **more,
        )

    # -- from a graph -------------------------------------------------------------------------------------------

    async def agenerate(
        self,
        testset_size: int,
        query_distribution: QueryDistribution | None = None,
        num_personas: int = 3,
        run_config: RunConfig | None = None,
        batch_size: int | None = None,
        callbacks: Any = None,
        token_usage_parser: Any = None,
        with_debugging_logs: bool = False,
        raise_exceptions: bool = True,
        *,
        unanswerable: float = 0.0,
        adversarial: float = 0.0,
        budget: float | None = None,
        run: str | Path | None = None,
        show_progress: bool = True,
    ) -> Testset:
        """Make a test set from `knowledge_graph`.

        Args:
            num_personas: how many people ask.
            batch_size: not needed: questions are streamed. Accepted so that old calls run.
            unanswerable, adversarial: shares of questions that the documents leave open, or that take something false
                for granted, marked as such.
            budget: US dollars; once they are spent, nothing more is sent, and what there is is the test set.
            run: a folder where every call is written down; the same call again goes on where it broke off.

        Raises:
            InputError: the graph holds no text, or nothing for the synthesizers.
        """
        job = self._job(
            self.knowledge_graph,
            testset_size,
            distribution=query_distribution,
            num_personas=num_personas,
            run_config=run_config or RunConfig(seed=self.seed),
            callbacks=callbacks,
            raise_exceptions=raise_exceptions,
            unanswerable=unanswerable,
            adversarial=adversarial,
            budget=budget,
            run=run,
            show_progress=show_progress,
        )
        with use_parser(token_usage_parser):
            return await job.result()

    def generate(
        self,
        testset_size: int,
        query_distribution: QueryDistribution | None = None,
        num_personas: int = 3,
        run_config: RunConfig | None = None,
        batch_size: int | None = None,
        callbacks: Any = None,
        token_usage_parser: Any = None,
        with_debugging_logs: bool = False,
        raise_exceptions: bool = True,
        return_executor: bool = False,
        **more: Any,
    ) -> Testset | Executor:
        """`agenerate` from code that is not async. With `return_executor`, an unstarted `Executor` of its samples."""
        self._check_names(more)

        async def work() -> Testset:
            return await self.agenerate(
                testset_size,
                query_distribution,
                num_personas,
                run_config,
                batch_size,
                callbacks,
                token_usage_parser,
                with_debugging_logs,
                raise_exceptions,
                **more,
            )

        return _Later(work) if return_executor else run_sync(work())

    # -- before -------------------------------------------------------------------------------------------------

    def plan(self, documents: Any, testset_size: int, *, stand_ins: StandIns, **settings: Any) -> TestsetPlan:
        """What a test set of `documents` will take, without sending anything: a rehearsal with made-up replies.

        How many questions will be dropped and written anew nobody knows beforehand: the plan says what it assumes.

        Args:
            stand_ins: what answers in place of the models: `ragas.evaluation.plan_models.StandIns()`.
            settings: as for `generate_with_documents`. What a run would refuse is refused, as a budget for models
                whose price is unknown.
        """
        judge = default_judge() if self.llm is None else self.llm
        if judge == "local" or isinstance(judge, LocalJudge):
            read = as_documents(documents)  # what a run would refuse is refused
            if not settings.get("chunks") and settings.get("transforms") is None:
                check_lengths([estimated_tokens(one.page_content) for one in read.items])
            return TestsetPlan(testset_size, 0, 0, 0, 0, 0.0)
        model = default_embedder() if self.embedding_model is None else self.embedding_model
        actor = replace(
            self,
            llm=rehearsing(stand_ins.judge(judge)),
            embedding_model=None if model is None else stand_ins.embedder(model),
            verifier=None if self.verifier is None else stand_ins.judge(self.verifier),
        )
        settings = rehearsed(settings, stand_ins) | {
            "show_progress": False,
            "raise_exceptions": False,
            "rehearsal": True,
            "run": None,
        }
        with unheard(logger):
            played = actor.generate_with_documents(documents, testset_size, **settings)
        return TestsetPlan.of(testset_size, played.usage or {})

    # -- inside -------------------------------------------------------------------------------------------------

    def _check_names(self, given: dict[str, Any]) -> None:
        check_names(given, OF_A_CALL, [one.name for one in fields(self)])

    def _job(self, kg: KnowledgeGraph, size: int, **settings: Any) -> Job:
        judge = default_judge(announce=True) if self.llm is None else as_judge(self.llm)
        return Job(
            judge,
            judge if self.verifier is None else as_judge(self.verifier),
            self.embedding_model,
            size,
            kg,
            persona_list=self.persona_list,
            llm_context=self.llm_context,
            language=self.language,
            seed=self.seed,
            **settings,
        )

    def _now_or_later(self, later: bool, *settings: Any, **more: Any) -> Testset | Executor:
        async def work() -> Testset:
            return await self.agenerate_with_documents(*settings, **more)

        return _Later(work) if later else run_sync(work())


class _Later(Executor):
    """An executor whose results are the samples of a test set that is made when they are asked for."""

    def __init__(self, work: Any) -> None:
        super().__init__("Generating", show_progress=False, raise_exceptions=True)
        self.submit(work, name="testset")

    async def aresults(self) -> list[TestsetSample]:
        """The samples; none of a run that was cancelled."""
        return [sample for testset in await super().aresults() for sample in testset]
