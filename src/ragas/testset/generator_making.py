"""Make questions until there are enough good ones, and account for the others."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import ceil
from typing import Any, TypeVar

from ragas.engine.executor import stream
from ragas.engine.progress import Progress, Silence
from ragas.exceptions import BudgetSpentError
from ragas.llms.judge import Judge
from ragas.schema.samples import SingleTurnSample
from ragas.testset import quality
from ragas.testset.failed_calls import UNREADABLE, costs_its_call_only
from ragas.testset.generator_supply import MOST_ATTEMPTS, MOST_WRITTEN, Supply
from ragas.testset.quality_review import Review, review
from ragas.testset.quality_search import Passages
from ragas.testset.testset import TestsetSample
from ragas.testset.testset_report import Dropped, TestsetReport

I = TypeVar("I")  # noqa: E741  item
R = TypeVar("R")

MOST_WAVES = 12
COVERING_ROUNDS = 4
"""How often a document without a question is tried again."""
LEAST_RATE = 0.34
"""No more than three times as many questions as are wanted are under way."""
IN_A_ROW = 10
"""Calls that fail one after the other, after which the judge itself is taken to have failed."""
UNUSABLE = "reply of the judge not usable"
FAILED = "failed"


@dataclass
class Draft:
    """A question that was written and not looked at yet."""

    supply: Supply
    scenario: Any
    sample: SingleTurnSample
    documents: tuple[str, ...]

    @cached_property
    def asked(self) -> quality.Asked:
        """What it is compared by."""
        return quality.Asked(self.sample.user_input or "", self.sample.reference or "", self.documents)


@dataclass
class Making:
    """The questions of one test set. `kept` holds the good ones, `report` what became of the others."""

    judge: Judge
    passages: Passages
    report: TestsetReport
    documents: Sequence[str]
    limit: int = 16
    raise_exceptions: bool = True
    progress: Progress = field(default_factory=Silence)
    rehearsal: bool = False
    """Keep whatever comes: replies are made up, and only what they would take is wanted."""
    kept: list[TestsetSample] = field(default_factory=list)
    stopped: str = ""
    used: Counter[str] = field(default_factory=Counter)
    first_error: Exception | None = None
    written: int = 0
    """Questions that were asked for, whatever became of them."""
    allowed: int = 0
    """How many may be, over all synthesizers."""
    _failing: deque[Exception] = field(default_factory=lambda: deque(maxlen=IN_A_ROW))
    _asked: list[quality.Asked] = field(default_factory=list)
    _by_sample: dict[int, quality.Asked] = field(default_factory=dict)

    async def make(self, supplies: Sequence[Supply], targets: Sequence[int]) -> None:
        """Fill each synthesizer's target, move what one lacks to the others, then see to documents without a question."""
        size = sum(targets)
        self.allowed = MOST_WRITTEN * (size + 1)
        order = sorted(range(len(supplies)), key=lambda at: ("single_hop" in supplies[at].name, at))
        for at in order:
            await self._fill(supplies[at], targets[at])
        lacking = size - len(self.kept)
        for at in order[::-1]:
            if lacking > 0 and not self.stopped and supplies[at].kind == "answerable":
                await self._fill(supplies[at], lacking)
                lacking = size - len(self.kept)
        if len(self.documents) <= size:
            await self._cover([supplies[at] for at in order[::-1]], size)
        if not self.kept and self.first_error is not None and self._ends(self.first_error):
            self.first_error.add_note("No question was made; this was the first failure.")
            raise self.first_error
        self._tell_failures()
        if self.stopped:
            self.report.notes.append(self.stopped)
        order_of = {one.name: at for at, one in enumerate(supplies)}
        self.kept.sort(key=lambda one: order_of.get(one.synthesizer_name, 0))
        for number, one in enumerate(self.kept, 1):
            one.id = f"q{number:04d}"
        self.report.count(self.kept, self.documents)

    # -- in waves -----------------------------------------------------------------------------------------------

    async def _fill(self, supply: Supply, target: int) -> None:
        wanted, drafts, written, kept_of_it = target, list[Draft](), 0, 0
        supply.allowed = supply.tried + MOST_ATTEMPTS * (target + 1)
        for _ in range(MOST_WAVES):
            if wanted <= 0 or self.stopped:
                return
            rate = max(LEAST_RATE, kept_of_it / written) if written else 1.0
            lacking = min(ceil(wanted / rate) - len(drafts), self.allowed - self.written)
            if lacking > 0:
                try:
                    scenarios = await supply.take(lacking, self.used)
                except BudgetSpentError as error:
                    self.stopped = str(error)
                    return
                written += len(scenarios)
                drafts += await self._write(supply, scenarios)
            if not drafts:
                return
            fresh, drafts = self._sifted(drafts, wanted)
            kept = await self._keep(fresh)
            kept_of_it += kept
            wanted -= kept

    async def _write(self, supply: Supply, scenarios: Sequence[Any]) -> list[Draft]:
        """The questions of some scenarios, in their order."""
        self.written += len(scenarios)
        written = await self._all(
            scenarios,
            supply.sample,
        )
        drafts: list[Draft] = []
        for scenario, sample in zip(scenarios, written, strict=False):
            documents = supply.documents(scenario)
            if isinstance(sample, Exception):
                self._failed(sample, "", documents, supply.name)
            elif sample is not None:
                drafts.append(Draft(supply, scenario, sample, documents))
        return drafts

    def _sifted(self, drafts: Sequence[Draft], most: int) -> tuple[list[Draft], list[Draft]]:
        """Those worth a look by the judge, up to `most`, and those left for later."""
        if self.rehearsal:
            return list(drafts[:most]), list(drafts[most:])
        chosen: list[Draft] = []
        for at, one in enumerate(drafts):
            if len(chosen) == most:
                return chosen, list(drafts[at:])
            sample = one.sample
            why = quality.trivial(
                sample.user_input or "", sample.reference or "", sample.reference_contexts or ()
            )
            if why:
                self._drop(one, why)
            elif other := quality.repeats(one.asked, [*self._asked, *(two.asked for two in chosen)]):
                self._drop(one, quality.REPEATED, other.question)
            else:
                chosen.append(one)
        return chosen, []

    async def _keep(self, drafts: Sequence[Draft]) -> int:
        """Keep those that the judge finds right; gives how many."""
        reviews = await self._all(
            drafts, lambda one: review(self.judge, one.sample, one.supply.kind, self.passages)
        )
        count = 0
        for one, found in zip(drafts, reviews, strict=False):
            if isinstance(found, Exception):
                self._failed(found, one.sample.user_input or "", one.documents, one.supply.name)
            elif found is not None and found.why and not self.rehearsal:
                self._drop(one, found.why, found.detail)
            elif found is not None and not self.rehearsal and (other := self._same_evidence(one, found)):
                self._drop(one, quality.REPEATED, other.question)
            elif found is not None:
                self._accept(one, found)
                count += 1
        return count

    def _same_evidence(self, one: Draft, found: Review) -> quality.Asked | None:
        """A question that was kept and is answered by the same words of the same documents."""
        one.asked = replace(one.asked, quotes=quality.quotes(each.quote for each in found.evidence))
        return quality.rests_on_the_same(one.asked, self._asked)

    def _accept(self, one: Draft, found: Review) -> None:
        sample = TestsetSample(
            eval_sample=one.sample,
            synthesizer_name=one.supply.name,
            kind=one.supply.kind,
            documents=list(one.documents),
            evidence=list(found.evidence),
        )
        self.kept.append(sample)
        self._asked.append(one.asked)
        self._by_sample[id(sample)] = self._asked[-1]
        self.used.update(one.documents)
        self.progress.advance()

    # -- documents without a question ---------------------------------------------------------------------------

    async def _cover(self, supplies: Sequence[Supply], size: int) -> None:
        """Ask about each document that has no question, in the place of one about a document that has several."""
        for _ in range(COVERING_ROUNDS):
            missing = [name for name in self.documents if not self.used[name]]
            if not missing or self.stopped:
                return
            chosen = await self._about(missing, supplies)
            if not chosen:
                return
            for supply, scenario in chosen:
                if self.stopped or all(self.used[name] for name in supply.documents(scenario)):
                    continue
                fresh, _ = self._sifted(await self._write(supply, [scenario]), 1)
                await self._keep(fresh)
                if len(self.kept) > size and not self._give_way():
                    return

    async def _about(self, names: Sequence[str], supplies: Sequence[Supply]) -> list[tuple[Supply, Any]]:
        """A scenario about each document for which there is one."""
        found: list[tuple[Supply, Any]] = []
        for name in names:
            for supply in supplies:
                if supply.kind != "answerable":
                    continue
                try:
                    scenario = await supply.take_about(name)
                except BudgetSpentError as error:
                    self.stopped = str(error)
                    return found
                if scenario is not None:
                    found.append((supply, scenario))
                    break
        return found

    def _give_way(self) -> bool:
        """Take out the last question, but the newest, whose documents all have another."""
        for at in range(len(self.kept) - 2, -1, -1):
            one = self.kept[at]
            if one.documents and all(self.used[name] > 1 for name in one.documents):
                del self.kept[at]
                self.used.subtract(one.documents)
                self._asked.remove(self._by_sample.pop(id(one)))
                text = one.eval_sample.user_input
                why = "gave way to a document without a question"
                self.report.dropped.append(Dropped(str(text), why, "", one.documents, one.synthesizer_name))
                return True
        newest = self.kept.pop()
        self.used.subtract(newest.documents)
        return False

    # -- what goes wrong ----------------------------------------------------------------------------------------

    async def _all(self, items: Sequence[I], work: Callable[[I], Awaitable[R]]) -> list[R | Exception | None]:
        """The results in order; once the budget is spent, None for those not begun."""
        results: list[R | Exception | None] = [None] * len(items)
        async for at, result in stream(items, work, limit=self.limit):
            if isinstance(result, BudgetSpentError):
                self.stopped = str(result)
            else:
                self._look_at(result)
                results[at] = result
        return results

    def _look_at(self, result: object) -> None:
        """Raise what every further call would meet as well, and the first of failures that do not end.

        Replies that came and cannot be read are such only while there is no question yet.
        """
        if not isinstance(result, Exception):
            self._failing.clear()
            return
        if not self.raise_exceptions:
            return
        if not costs_its_call_only(result):
            raise result
        self._failing.append(result)
        answers = any(isinstance(one, UNREADABLE) for one in self._failing)
        if len(self._failing) == IN_A_ROW and not (answers and self.kept):
            first = self._failing[0]
            first.add_note(
                f"{IN_A_ROW} calls in a row failed, this one first; {len(self.kept)} of {self.report.requested} "
                "questions were made until then."
            )
            raise first

    def _ends(self, error: Exception) -> bool:
        """Whether an error is raised where nothing was made."""
        return self.raise_exceptions or not costs_its_call_only(error)

    def _tell_failures(self) -> None:
        failed = [one.detail for one in self.report.dropped if one.why == FAILED]
        if failed:
            count = "1 call" if len(failed) == 1 else f"{len(failed)} calls"
            self.report.notes.append(f"{count} of the judge failed and cost a question, first: {failed[0]}")

    def _failed(
        self, error: Exception, question: str, documents: tuple[str, ...], synthesizer_name: str
    ) -> None:
        self.first_error = self.first_error or error
        why = UNUSABLE if isinstance(error, UNREADABLE) else FAILED
        detail = f"{type(error).__name__}: {error}"
        self.report.dropped.append(Dropped(question, why, detail, documents, synthesizer_name))

    def _drop(self, one: Draft, why: str, detail: str = "") -> None:
        question = one.sample.user_input or ""
        self.report.dropped.append(Dropped(question, why, detail, one.documents, one.supply.name))
