"use strict";
// The table of rows: filtered, put in order, a page at a time.
{
  const { h, byId, count } = Report;
  const PAGE = 50;
  const EMPTY = { query: "", metric: "", status: "", low: null, high: null, open: false, cause: null, order: "worst" };
  const state = { ...EMPTY, page: 0, rows: [] };
  let asked = 0;

  const metricAt = (index) => Report.table.metrics[index];

  /** Whether the cell of a metric is what the filters ask for. */
  const fits = (row, column) => {
    const letter = column.status[row];
    if (state.status && letter !== state.status) return false;
    if (state.cause && column.causes[row] !== state.cause.number) return false;
    if (state.word !== undefined) return column.values[row] === state.word;
    if (state.low === null && state.high === null) return true;
    const value = column.values[row];
    if (typeof value !== "number") return false;
    if (state.low !== null && value < state.low) return false;
    return state.high === null || value < state.high || (!state.open && value === state.high);
  };

  const narrowed = () => state.status || state.cause || state.low !== null || state.high !== null || state.word !== undefined;

  const filtered = (rows) => {
    if (!narrowed()) return rows;
    const columns = state.metric === "" ? Report.table.metrics : [metricAt(Number(state.metric))];
    return rows.filter((row) => columns.some((column) => fits(row, column)));
  };

  /** Rows by a number each, rows without one last. */
  const sorted = (numberOf) =>
    Report.table.order
      .map((row) => [row, numberOf(row)])
      .sort((a, b) => (a[1] === null) - (b[1] === null) || a[1] - b[1] || a[0] - b[0])
      .map(([row]) => row);

  const change = (row, index) => {
    const column = metricAt(index);
    const [before, after] = [column.before?.[row], column.values[row]];
    return typeof before === "number" && typeof after === "number" ? after - before : null;
  };

  const ordered = () => {
    const [kind, which] = state.order.split(":");
    const index = Number(which);
    if (kind === "worst") return Report.table.order;
    if (kind === "row") return Report.table.order.toSorted((a, b) => a - b);
    const metric = Report.metrics[index];
    const direction = metric.higher === (kind === "best") ? -1 : 1;
    if (kind === "fell") return sorted((row) => signed(change(row, index), metric.higher ? 1 : -1));
    const value = (row) => metricAt(index).values[row];
    return sorted((row) => (typeof value(row) === "number" ? direction * value(row) : null));
  };
  const signed = (number, direction) => (number === null ? null : direction * number);

  /** Filter and order anew, and show the first page. */
  const apply = async ({ page = 0 } = {}) => {
    const turn = ++asked;
    const alive = () => turn === asked;
    const words = state.query.toLowerCase().split(/\s+/).filter(Boolean);
    let rows = filtered(ordered());
    if (words.length) {
      const found = await Report.search(words, alive, (share) => {
        byId("shown").textContent = `searching, ${Math.round(100 * share)} %`;
      });
      if (!found) return;
      rows = rows.filter((row) => found.has(row));
    }
    state.rows = rows;
    state.page = page;
    render();
  };

  const scoreCell = (row, index) => {
    const metric = Report.metrics[index];
    const column = metricAt(index);
    const letter = column.status[row];
    if (letter !== "s") {
      return h("td", { class: `score none ${letter === "f" ? "bad-text" : ""}` }, letter === "f" ? "✗ failed" : letter === "n" ? "n/a" : "skipped");
    }
    const value = column.values[row];
    const share = Report.standing(value, metric);
    const bar = h("span", { class: "bar", "aria-hidden": "true" }, h("i", { class: Report.toneOf(value, metric) }));
    if (share !== null) bar.firstChild.style.width = `${100 * (metric.higher ? share : 1 - share)}%`;
    const moved = change(row, index);
    return h(
      "td",
      { class: "score" },
      h("span", { class: "value" }, Report.score(value, metric)),
      share !== null && bar,
      moved !== null && Math.abs(moved) > 5e-4 &&
        h("small", { class: moved > 0 === metric.higher ? "good-text" : "bad-text" }, `${moved > 0 ? "▲" : "▼"} ${Report.score(Math.abs(moved), metric)}`),
    );
  };

  const line = (row) => {
    const { titles, why, lowest } = Report.table;
    const name = lowest[row] >= 0 ? Report.metrics[lowest[row]].name : "";
    return h(
      "tr",
      {
        "data-row": row,
        onclick: (event) => {
          if (!event.target.closest("a, button") && !String(getSelection())) location.hash = `#row-${row}`;
        },
      },
      h("th", { scope: "row" }, h("a", { href: `#row-${row}`, class: "row-link", "aria-label": `Row ${row}` }, row)),
      h(
        "td",
        { class: "title" },
        h("bdi", { class: "question" }, titles[row] || "(no question)"),
        why[row] && h("small", {}, Report.metrics.length > 1 && h("span", { class: "lowest" }, name), h("bdi", {}, why[row])),
      ),
      Report.metrics.map((_, index) => scoreCell(row, index)),
    );
  };

  /** A name that may be broken after each underscore. */
  const breakable = (name) => h("span", {}, name.split(/(?<=_)/).flatMap((part) => [part, h("wbr")]));

  const heading = (metric, index) => {
    const sort = state.order === `low:${index}` ? "ascending" : state.order === `best:${index}` ? "descending" : null;
    const next = state.order === `low:${index}` ? `best:${index}` : `low:${index}`;
    return h(
      "th",
      { scope: "col", class: "score", "aria-sort": sort },
      h(
        "button",
        { type: "button", title: `order by ${metric.name}`, onclick: () => Report.filter({ order: next }) },
        breakable(metric.name),
        metric.caution && h("span", { class: "care", title: metric.caution }, " ⚠"),
        sort === null ? "" : sort === "ascending" ? " ↑" : " ↓",
      ),
    );
  };

  const render = () => {
    const first = state.page * PAGE;
    const shown = state.rows.slice(first, first + PAGE);
    const all = state.rows.length === Report.rows;
    byId("shown").textContent = all ? `${count(Report.rows)}, ${orderName()}` : `${count(state.rows.length)} of ${count(Report.rows)}, ${orderName()}`;
    byId("table").replaceChildren(
      shown.length
        ? h(
            "table",
            { class: "rows" },
            h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Row"), h("th", { scope: "col" }, "Question, and why its lowest score"), Report.metrics.map(heading))),
            h("tbody", {}, shown.map(line)),
          )
        : h("p", { class: "nothing" }, "No row fits. ", h("button", { type: "button", onclick: Report.clearFilters }, "Clear the filters")),
    );
    const pages = Math.ceil(state.rows.length / PAGE);
    const turn = (page, text, off) =>
      h("button", { type: "button", disabled: off, onclick: () => Report.turnPage(page) }, text);
    byId("pages").hidden = pages < 2;
    byId("pages").replaceChildren(
      turn(0, "First", state.page === 0),
      turn(state.page - 1, "Previous", state.page === 0),
      h("span", {}, `${count(first + 1)} to ${count(first + shown.length)} of ${count(state.rows.length)}`),
      turn(state.page + 1, "Next", state.page >= pages - 1),
      turn(pages - 1, "Last", state.page >= pages - 1),
    );
    byId("cause-filter").hidden = !state.cause;
    if (state.cause) byId("cause-filter").firstElementChild.textContent = `Cause: ${state.cause.text.slice(0, 200)}`;
  };
  const orderName = () => byId("order").selectedOptions[0]?.textContent ?? "";

  Report.turnPage = (page) => {
    state.page = page;
    render();
    byId("rows").scrollIntoView();
  };

  /** Change some filters and show what fits. */
  Report.filter = (changes) => {
    if (!("word" in changes)) delete state.word;
    Object.assign(state, { open: false }, changes);
    byId("search").value = state.query;
    byId("metric").value = state.metric;
    byId("status").value = state.status;
    byId("low").value = state.low ?? "";
    byId("high").value = state.high ?? "";
    byId("order").value = state.order;
    return apply();
  };
  Report.clearFilters = () => Report.filter(EMPTY);

  /** The rows as they are listed now, and a way to show the page with one of them. */
  Report.listed = () => state.rows;
  Report.reveal = (row) => {
    const at = state.rows.indexOf(row);
    if (at >= 0 && Math.floor(at / PAGE) !== state.page) {
      state.page = Math.floor(at / PAGE);
      render();
    }
    return byId("table").querySelector(`tr[data-row="${row}"] a`);
  };

  /** Fill the controls and listen to them. */
  Report.startTable = () => {
    const number = (input) => (input.value === "" ? null : Number(input.value));
    Report.metrics.forEach((metric, index) => byId("metric").append(h("option", { value: index }, metric.name)));
    const orders = [["worst", "worst first"], ["row", "by row number"]];
    Report.metrics.forEach(({ name }, index) => {
      orders.push([`low:${index}`, `${name}, worst first`], [`best:${index}`, `${name}, best first`]);
      if (Report.compared) orders.push([`fell:${index}`, `${name}, changed for the worse first`]);
    });
    byId("order").append(...orders.map(([value, text]) => h("option", { value }, text)));
    byId("filters").hidden = byId("table").hidden = false;
    let waiting;
    byId("search").addEventListener("input", (event) => {
      clearTimeout(waiting);
      waiting = setTimeout(() => Report.filter({ query: event.target.value }), 80);
    });
    byId("metric").addEventListener("change", (event) => Report.filter({ metric: event.target.value, cause: null }));
    byId("status").addEventListener("change", (event) => Report.filter({ status: event.target.value, cause: null }));
    byId("order").addEventListener("change", (event) => Report.filter({ order: event.target.value }));
    for (const id of ["low", "high"]) byId(id).addEventListener("input", (event) => Report.filter({ [id]: number(event.target) }));
    byId("filters").addEventListener("submit", (event) => event.preventDefault());
    byId("filters").addEventListener("reset", (event) => {
      event.preventDefault();
      Report.clearFilters();
    });
    byId("cause-filter").lastElementChild.addEventListener("click", () => Report.filter({ cause: null }));
    for (const button of document.querySelectorAll(".show-cause")) {
      button.hidden = false;
      button.addEventListener("click", () => {
        const index = Report.metrics.findIndex(({ name }) => name === button.dataset.metric);
        const cause = metricAt(index).causes[button.dataset.row];
        Report.filter({ ...EMPTY, metric: String(index), cause: { number: cause, text: Report.table.causes[cause] } });
        byId("rows").scrollIntoView();
      });
    }
    return apply();
  };
}
