"""The progress display on a terminal: a bar, and under it how the calls stand."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ragas.engine.snapshot import Remaining, Snapshot, clock

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.live import Live
    from rich.text import Text

REFRESH = 6
"""Times a second the display is drawn."""

TROUBLE = ("rate limited", "timeout", "oldest")
"""Words that mark what slows a run down."""


class Bar:
    """Draws a bar with the time left, and a line about the calls."""

    def __init__(self) -> None:
        self._live: Live | None = None
        self._look: Callable[[], Snapshot] | None = None
        self._description = ""
        self._total: int | None = None
        self._done = 0
        self._time = Remaining()

    def watch(self, look: Callable[[], Snapshot]) -> None:
        """Show the calls as `look` sees them."""
        self._look = look

    def start(self, description: str, total: int | None = None) -> None:
        """Draw the bar."""
        self.finish()
        from rich.console import Console
        from rich.live import Live

        self._description, self._total, self._done, self._time = description, total, 0, Remaining()
        console = Console(stderr=True)
        self._live = Live(
            console=console,
            get_renderable=lambda: self.render(console),
            refresh_per_second=REFRESH,
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
        )
        self._live.start()

    def advance(self, steps: int = 1) -> None:
        """Move the bar."""
        self._done += steps

    def note(self, message: str) -> None:
        """Print the message above the bar."""
        if self._live is not None:
            self._live.console.print(message, style="dim", markup=False, highlight=False)

    def finish(self) -> None:
        """Take the bar away."""
        if self._live is not None:
            self._live.stop()
        self._live = None

    def render(self, console: Console) -> RenderableType:
        """The display as it is now, as wide as the console."""
        from rich.console import Group
        from rich.progress_bar import ProgressBar
        from rich.table import Table
        from rich.text import Text

        done, total = self._done, self._total
        bar = ProgressBar(
            total=total,
            completed=done,
            pulse=total is None,
            complete_style="cyan",
            finished_style="green",
            style="grey30",
            pulse_style="cyan",
        )
        of = f"{done:,}" if total is None else f"{done:,}/{total:,}"
        left = self._time.seconds(done, total)
        times = Text(clock(self._time.elapsed), style="dim")
        if left is not None and done != total:
            times.append(f" · {clock(left + 0.5)} left")
        line = Table.grid(padding=(0, 1), expand=True)
        for ratio in (None, 1, None, None):
            line.add_column(ratio=ratio, no_wrap=True)
        line.add_row(Text(self._description, style="bold"), bar, Text(of), times)
        if self._look is None:
            return line
        return Group(line, self._about_calls(console.width))

    def _about_calls(self, width: int) -> Text:
        """One line about the calls: as many words as fit, the most telling ones."""
        from rich.text import Text

        line = Text(no_wrap=True, overflow="ellipsis")
        for word in self._look().words() if self._look else ():
            between = " · " if line.cell_len else ""
            if line.cell_len + len(between) + len(word) > width:
                break
            line.append(between, style="dim")
            line.append(word, style="yellow" if any(one in word for one in TROUBLE) else "dim")
        return line
