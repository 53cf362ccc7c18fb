"""One run of the generator: documents, graph, personas, questions."""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ragas.embeddings.adapt import as_embedder
from ragas.embeddings.default import default_embedder
from ragas.engine.budget import Budget
from ragas.engine.ledger import use_cell
from ragas.engine.priced import refuse_unpriced
from ragas.engine.progress import make_progress
from ragas.engine.run_config import RunConfig
from ragas.engine.runner import REMEMBERED, Runner, use_runner
from ragas.engine.token_estimate import estimated_tokens
from ragas.exceptions import (
    BudgetSpentError,
    ConfigurationError,
    InputError,
)
from ragas.llms.adapt import as_judge
from ragas.llms.judge import Judge
from ragas.llms.local import LocalJudge
from ragas.testset.documents import Document, Documents, nodes_of
from ragas.testset.failed_calls import UNREADABLE
from ragas.testset.generator_arguments import (
    check_count,
    check_distribution,
    check_personas,
    check_run_config,
    check_share,
)
from ragas.testset.generator_folder import GenerationFolder
from ragas.testset.generator_making import Making
from ragas.testset.generator_supply import Supply
from ragas.testset.generator_usage import Spending
from ragas.testset.graph import KnowledgeGraph, Node, NodeType
from ragas.testset.persona import Persona, agenerate_personas_from_kg
from ragas.testset.quality_search import Passages
from ragas.testset.synthesizers.distribution import (
    QueryDistribution,
    default_query_distribution,
    whole_shares,
)
from ragas.testset.synthesizers.sources import Sources, text_of
from ragas.testset.synthesizers.special import AdversarialQuerySynthesizer, UnanswerableQuerySynthesizer
from ragas.testset.testset import Testset
from ragas.testset.testset_report import TestsetReport
from ragas.testset.transforms.default import (
    check_lengths,
    default_transforms,
    default_transforms_for_prechunked,
    is_long_document,
)
from ragas.testset.transforms.engine import aapply_transforms
from ragas.testset.transforms.extractors import HeadlinesExtractor
from ragas.testset.transforms.splitters import HeadlineSplitter

logger = logging.getLogger("ragas.testset")


@dataclass
class Job:
    """Everything one run was asked for."""

    judge: Judge
    verifier: Judge
    embedding_model: Any
    size: int
    kg: KnowledgeGraph
    documents: Documents | None = None
    kind: NodeType = NodeType.DOCUMENT
    transforms: Any = None
    transforms_judge: Judge | None = None
    transforms_embedding_model: Any = None
    distribution: QueryDistribution | None = None
    persona_list: Sequence[Persona] | None = None
    num_personas: int = 3
    llm_context: str | None = None
    language: str | None = None
    unanswerable: float = 0.0
    adversarial: float = 0.0
    seed: int = 42
    run_config: RunConfig = field(default_factory=RunConfig)
    callbacks: Any = None
    raise_exceptions: bool = True
    budget: float | None = None
    run: str | Path | None = None
    show_progress: bool = True
    rehearsal: bool = False

    def __post_init__(self) -> None:
        if isinstance(self.size, bool) or not isinstance(self.size, int) or self.size < 1:
            raise InputError(f"testset_size={self.size!r}: at least one question must be asked for.")
        check_count("num_personas", self.num_personas, 0)
        check_share("unanswerable", self.unanswerable)
        check_share("adversarial", self.adversarial)
        check_run_config(self.run_config)
        if self.budget is not None:
            Budget(self.budget)
        if self.persona_list:
            check_personas(self.persona_list)
        if self.unanswerable + self.adversarial > 1:
            raise InputError("unanswerable and adversarial together are a share of more than 1.")
        if (self.unanswerable or self.adversarial) and (
            isinstance(self.judge, LocalJudge) or isinstance(self.verifier, LocalJudge)
        ):
            raise ConfigurationError(
                "Unanswerable and adversarial questions have to be written and understood, which the embedded judge "
                "cannot. Pass llm=llm_factory(...), and no embedded verifier."
            )
        if self.distribution:
            check_distribution(self.distribution)
            whole_shares([share for _, share in self.distribution], self.size)
        if self.documents is not None and self.transforms is None and not self._by_rules_of_pieces:
            check_lengths([estimated_tokens(one.page_content) for one in self.documents.items])

    @property
    def _by_rules_of_pieces(self) -> bool:
        """Whether rules look at pieces that were cut already: one sentence is enough for these."""
        return isinstance(self.judge, LocalJudge) and self.kind is NodeType.CHUNK

    async def result(self) -> Testset:
        """The test set."""
        started = time.monotonic()
        if self.budget is not None:
            refuse_unpriced(self._models())
        folder = None if self.run is None else GenerationFolder(self.run, self._settings())
        progress = make_progress(self.show_progress)
        spending = folder.spending if folder else Spending()
        runner = Runner(
            self.run_config,
            ledger=spending,
            progress=progress,
            # Replies made up of the same passage are equal, where a judge's are not: none may stand in for another.
            remember=0 if self.rehearsal else REMEMBERED,
            record=folder.calls if folder else None,
            budget=None
            if self.budget is None or self.rehearsal
            else Budget(self.budget, unmade="no more is asked or written"),
        )
        report = TestsetReport(
            self.size,
            judge=self.judge.name,
            verifier=self.verifier.name,
            caution=self.judge.caution or self.verifier.caution,
            seed=self.seed,
            notes=list(self.documents.notes) if self.documents else [],
        )
        making = Making(
            self.verifier,
            Passages(KnowledgeGraph()),
            report,
            (),
            limit=1
            if self.rehearsal
            else self.run_config.max_workers
            if self.run_config.max_workers > 0
            else 1_000,
            raise_exceptions=self.raise_exceptions,
            progress=progress,
            rehearsal=self.rehearsal,
        )
        personas: list[Persona] = []
        try:
            with use_runner(runner):
                await self._graph(runner, folder)
                personas = await self._questions(making)
                testset = Testset(making.kept, report=report, personas=personas)
        except BudgetSpentError as error:  # before there was any question
            making.stopped = str(error)
            report.notes.append(making.stopped)
            report.count(making.kept, making.documents)
            testset = Testset(making.kept, report=report, personas=personas)
        except Exception as error:
            # What is wrong with a file, or was given, is so in the same call, too.
            if folder is not None and spending.whole.total().calls and not isinstance(error, InputError):
                kept = f"What was answered is kept in {str(folder.path)!r}: the same call goes on from there."
                error.add_note(kept)
            raise
        finally:
            progress.finish()
            if folder is not None:
                folder.close()
        if making.stopped:
            amount = "" if self.budget is None else f" of ${self.budget:g}"
            report.ended = f"The budget{amount} ended the run."
        if not making.kept and not self.rehearsal:
            logger.warning("The test set is empty: %s", report.shortfall)
        report.seconds = time.monotonic() - started
        testset.usage = spending.told(folder.calls.recalled if folder else 0)
        if self.rehearsal:
            by_part = {name: total.to_dict() for name, total in spending.by_metric().items()}
            testset.usage = {**testset.usage, "by_part": by_part}
        if folder is not None:
            folder.finish(testset)
        return testset

    # -- the steps ----------------------------------------------------------------------------------------------

    async def _graph(self, runner: Runner, folder: GenerationFolder | None) -> None:
        """Make nodes of the documents, and apply the transformations to them."""
        if self.documents is None:
            if not any(text_of(one).strip() for one in self.kg.nodes):
                raise InputError(
                    f"{self.kg!r} has no node with a text (the property 'page_content'): there is nothing to ask about. "
                    "Pass documents, or a graph made from some."
                )
            return
        self.kg.nodes.extend(nodes_of(self.documents.items, self.kind))
        transforms = self._default_transforms() if self.transforms is None else self.transforms
        if not transforms:
            return
        await aapply_transforms(
            self.kg,
            transforms,
            runner=runner,
            checkpoint=folder.graph if folder else None,
            show_progress=self.show_progress,
        )

    def _default_transforms(self) -> Any:
        assert self.documents is not None
        judge = self.transforms_judge or self.judge
        needed = self.distribution is None or any(
            getattr(one, "writes", True) for one, _ in self.distribution
        )
        if (
            isinstance(judge, LocalJudge)
            and isinstance(self.judge, LocalJudge)
            and not (self.distribution and needed)
        ):
            # Questions made by rules need the parts of documents and nothing else.
            if not any(is_long_document(one) for one in self.kg.nodes):
                return []
            return [
                HeadlinesExtractor(filter_nodes=is_long_document, llm=judge, max_num=20),
                HeadlineSplitter(filter_nodes=is_long_document, min_tokens=300, max_tokens=800),
            ]
        embedder = self._embedder()
        if embedder is None:
            raise ConfigurationError(
                "The default transforms need embeddings and none are configured. Pass "
                'embedding_model=embedding_factory(...), or install the offline ones with: pip install "ragas[local]"'
            )
        if self.kind is NodeType.CHUNK:
            return default_transforms_for_prechunked(judge, embedder)
        return default_transforms(self.documents.items, judge, embedder)

    def _embedder(self) -> Any:
        embedder = self.transforms_embedding_model or self.embedding_model
        return default_embedder() if embedder is None else as_embedder(embedder)

    def _models(self) -> list[Any]:
        """Every model that the run may ask, as far as they are told."""
        judges = [self.judge, self.verifier, self.transforms_judge]
        judges += [as_judge(one.llm) for one, _ in self.distribution or () if getattr(one, "llm", None)]
        embeds = self.documents is not None and self.transforms is None
        embeds = embeds and not isinstance(self.transforms_judge or self.judge, LocalJudge)
        return [*judges, self._embedder() if embeds else None]

    async def _questions(self, making: Making) -> list[Persona]:
        """Make the questions; gives the people who ask them."""
        distribution = self.distribution or default_query_distribution(
            self.judge, self.kg, self.llm_context, language=self.language, seed=self.seed
        )
        personas: list[Persona] = []
        if any(getattr(one, "writes", True) for one, _ in distribution):
            with use_cell(metric="personas"):
                personas = await self._personas()
        synthesizers, targets = self._targets(distribution)
        sources = Sources(self.kg)
        making.passages = Passages(self.kg)
        making.documents = list(dict.fromkeys(sources.of(one) for one in self.kg.nodes if _has_words(one)))
        supplies = [Supply(one, self.kg, personas, sources, self.callbacks) for one in synthesizers]
        making.progress.start("Writing questions", self.size)
        with use_cell(metric="questions"):
            await making.make(supplies, targets)
        if len(making.kept) < self.size:
            told = (getattr(one, "shortage", None) for one in synthesizers)
            making.report.cause = " ".join(one(self.kg) for one in told if callable(one))
        return personas

    async def _personas(self) -> list[Persona]:
        if self.persona_list:
            return list(self.persona_list)[: max(1, self.num_personas)]
        if self.num_personas < 1 or isinstance(self.judge, LocalJudge):
            return []
        # Documents without a text of their own, or replies that cannot be read: nobody in particular asks.
        with suppress(InputError, *UNREADABLE):
            return await agenerate_personas_from_kg(
                self.kg, self.judge, num_personas=self.num_personas, seed=self.seed
            )
        return []

    def _targets(self, distribution: QueryDistribution) -> tuple[list[Any], list[int]]:
        """The synthesizers, and how many questions each is to make."""
        special: list[tuple[Any, float]] = []
        for kind, share in (
            (UnanswerableQuerySynthesizer, self.unanswerable),
            (AdversarialQuerySynthesizer, self.adversarial),
        ):
            if share:
                made = kind(
                    llm=self.judge, llm_context=self.llm_context, language=self.language, seed=self.seed
                )
                special.append((made, share))
        rest = 1 - sum(share for _, share in special)
        total = sum(share for _, share in distribution)
        every = [*((one, share / total * rest) for one, share in distribution), *special]
        return [one for one, _ in every], whole_shares([share for _, share in every], self.size)

    def _settings(self) -> dict[str, Any]:
        """What must be the same for a run that goes on."""
        given = self.distribution
        return {
            "documents": self.documents.fingerprint if self.documents else _fingerprint(self.kg),
            "size": self.size,
            "judge": self.judge.name,
            "verifier": self.verifier.name,
            "distribution": [[one.name, share] for one, share in given] if given else None,
            "personas": [one.name for one in self.persona_list] if self.persona_list else self.num_personas,
            "llm_context": self.llm_context,
            "language": self.language,
            "unanswerable": self.unanswerable,
            "adversarial": self.adversarial,
            "seed": self.seed,
        }


def _fingerprint(kg: KnowledgeGraph) -> str:
    texts = Documents([Document(text_of(one)) for one in kg.nodes]).fingerprint
    return f"{texts} and {len(kg.relationships)} relationships"


def _has_words(node: Node) -> bool:
    return any(character.isalnum() for character in text_of(node))
