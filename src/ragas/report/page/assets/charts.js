"use strict";
// A bar chart of each metric's scores. A click on a bar shows the rows behind it.
{
  const { count } = Report;
  const HEIGHT = 44;

  const rangeOf = ({ edges, levels, words }, bin) => {
    if (words) return words[bin];
    if (levels) return String(levels[bin]);
    const last = bin === edges.length - 2;
    return `${Number(edges[bin].toPrecision(4))} to ${last ? "" : "below "}${Number(edges[bin + 1].toPrecision(4))}`;
  };

  const choose = (index, { edges, levels, words }, bin) => {
    const metric = String(index);
    const clear = { low: null, high: null, status: "", cause: null };
    if (words) Report.filter({ ...clear, metric, word: words[bin] });
    else if (levels) Report.filter({ ...clear, metric, low: levels[bin], high: levels[bin] });
    else Report.filter({ ...clear, metric, low: edges[bin], high: edges[bin + 1], open: bin < edges.length - 2 });
    Report.byId("rows").scrollIntoView();
  };

  const draw = (element, metric, index) => {
    const shown = metric.distribution;
    const series = metric.before ? [metric.before, shown.counts] : [shown.counts];
    const most = Math.max(1, ...series.flat());
    const chart = new Chartist.BarChart(
      element,
      { labels: shown.counts.map((_, bin) => (shown.words ? shown.words[bin] : "")), series },
      {
        height: HEIGHT + (shown.words ? 22 : 0),
        fullWidth: true,
        chartPadding: 0,
        axisX: { showGrid: false, showLabel: Boolean(shown.words), offset: shown.words ? 22 : 0 },
        axisY: { type: Chartist.FixedScaleAxis, low: 0, high: most, ticks: [0, most], showGrid: false, showLabel: false, offset: 0 },
      },
    );
    chart.on("draw", (drawn) => {
      if (drawn.type !== "bar") return;
      const room = drawn.chartRect.width() / shown.counts.length;
      const width = Math.max(1, Math.min(room - 2, 60) / series.length);
      const middle = drawn.chartRect.x1 + room * (drawn.index + 0.5) + width * (drawn.seriesIndex - (series.length - 1) / 2);
      const number = series[drawn.seriesIndex][drawn.index];
      // A bar of a single row among thousands is still to be seen.
      const top = number ? Math.min(drawn.y2, drawn.y1 - 2) : drawn.y1;
      drawn.element.attr({ x1: middle, x2: middle, y2: top, style: `stroke-width: ${width}px` });
      const earlier = series.length > 1 && drawn.seriesIndex === 0;
      drawn.element.addClass(earlier ? "before" : "now");
      const title = document.createElementNS("http://www.w3.org/2000/svg", "title");
      const rows = `${count(number)} ${number === 1 ? "row" : "rows"}`;
      title.textContent = `${rangeOf(shown, drawn.index)}: ${rows}${earlier ? " before" : ""}`;
      drawn.element.getNode().append(title);
      if (!earlier) drawn.element.getNode().addEventListener("click", () => choose(index, shown, drawn.index));
    });
    element.setAttribute("role", "img");
    element.setAttribute("aria-label", `${metric.name}: ${shown.counts.map((number, bin) => `${rangeOf(shown, bin)}: ${count(number)}`).join("; ")}`);
  };

  /** Draw the charts of the headline. */
  Report.startCharts = () => {
    for (const element of document.querySelectorAll(".chart")) {
      const index = Number(element.dataset.metric);
      if (Report.metrics[index].distribution) draw(element, Report.metrics[index], index);
    }
  };
}
