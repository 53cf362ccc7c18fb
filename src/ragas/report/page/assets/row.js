"use strict";
// The page of one row: its texts with marks, and the panel of one metric at a time.
{
  const { h, byId, text } = Report;
  const shown = { row: null, metric: null, record: null };
  let turn = 0;

  /** The metric to begin with: the one with the lowest score, else the first that failed, else the first. */
  const firstMetric = (row, record) => {
    if (Report.table.lowest[row] >= 0) return Report.table.lowest[row];
    return Math.max(0, record.cells.findIndex((cell) => cell.status === "failed"));
  };

  const flash = (element) => {
    if (!element) return;
    element.scrollIntoView({ block: "center" });
    element.focus({ preventScroll: true });
    element.classList.remove("flash");
    void element.offsetWidth; // starts the animation again
    element.classList.add("flash");
  };

  const toClaim = (number) => flash(byId(`claim-${number}`));
  const toQuote = (number) => {
    const find = () => byId("row").querySelector(`mark.quoted[data-numbers~="${number}"]`);
    if (!find()) for (const one of byId("row").querySelectorAll(".text")) one.unfold?.();
    flash(find());
  };

  /** The marks of a text: claims that are said there, quotes that stand there. */
  const marksOf = (claims, source, chunk) => {
    const there = (place) => place && place[0] === source && place[1] === chunk;
    const mark = (kind, item, [, , start, end]) => ({ kind, number: item.number, good: item.good, start, end });
    return claims.flatMap((item) => [
      ...(there(item.said) && item.good !== undefined ? [mark("said", item, item.said)] : []),
      ...(item.state === "found" && there(item.at) ? [mark("quoted", item, item.at)] : []),
    ]);
  };

  const part = (title, source, record, claims) =>
    (record.texts[source] ?? []).map((one, chunk) =>
      h("section", { class: `part ${source}` }, h("h3", {}, title), text(one, { marks: marksOf(claims, source, chunk), follow: toClaim })),
    );

  const contextList = (title, source, record, claims) => {
    const opinions = new Map(claims.filter((item) => item.of_chunk !== undefined).map((item) => [item.of_chunk, item]));
    const chunks = record.texts[source];
    if (!chunks) return null;
    return h(
      "section",
      { class: "part contexts" },
      h("h3", {}, title, h("small", {}, ` ${chunks.length}`)),
      chunks.map((one, chunk) => {
        const opinion = source === "contexts" ? opinions.get(chunk) : undefined;
        return h(
          "article",
          { class: "chunk" },
          h("h4", {}, `Context ${chunk + 1}`, opinion?.verdict && h("span", { class: opinion.good ? "good-text" : "bad-text" }, ` ${opinion.good ? "✓" : "✗"} ${opinion.verdict}`)),
          text(one, { marks: source === "contexts" ? marksOf(claims, source, chunk) : [], follow: toClaim }),
        );
      }),
    );
  };

  const WHO = { human: "Person", ai: "Assistant", tool: "Tool" };
  const conversation = (record) =>
    record.messages &&
    h(
      "section",
      { class: "part" },
      h("h3", {}, "Conversation"),
      h(
        "ol",
        { class: "messages" },
        record.messages.map((message) =>
          h(
            "li",
            { class: `message ${message.type}` },
            h("b", {}, WHO[message.type] ?? message.type),
            message.text && text(message.text),
            message.calls?.map((call) => h("p", { class: "call" }, h("span", {}, "calls "), h("code", { dir: "auto" }, call))),
          ),
        ),
      ),
    );

  const columns = (record) =>
    record.facts &&
    h("dl", { class: "facts" }, record.facts.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, text(value, { tag: "span" })))));

  const tab = (cell, metric, index) => {
    const chosen = index === shown.metric;
    return h(
      "button",
      {
        type: "button",
        role: "tab",
        class: `tab ${cell.status === "failed" ? "bad" : Report.toneOf(cell.value, metric)}`,
        "aria-selected": String(chosen),
        tabindex: chosen ? "0" : "-1",
        onclick: () => Report.chooseMetric(index),
      },
      h("span", {}, metric.name),
      h("b", {}, cell.status === "scored" ? Report.score(cell.value, metric) : cell.status === "failed" ? "✗ failed" : cell.status.replace("_", " "), metric.caution && h("span", { class: "care", title: metric.caution }, " ⚠")),
    );
  };

  const render = () => {
    const { row, record, metric: index } = shown;
    const rows = Report.listed();
    const at = rows.indexOf(row);
    const cell = record.cells[index];
    const claims = Report.claimsOf(cell);
    const panel = Report.panel(row, cell, Report.metrics[index], toQuote);
    const step = (by, label, key) => {
      const next = rows[at + by];
      return at < 0 || next === undefined
        ? h("span", { class: "step off" }, label)
        : h("a", { class: "step", href: `#row-${next}`, title: `key ${key}` }, label);
    };
    const contexts = contextList("Retrieved contexts", "contexts", record, claims);
    const references = contextList("Reference contexts", "reference_contexts", record, claims);
    const beside = contexts || references;
    const texts = [
      part("Question", "question", record, claims),
      conversation(record),
      part("Response", "response", record, claims),
      part("Reference", "reference", record, claims),
    ];
    byId("row").replaceChildren(
      h(
        "header",
        { class: "row-top" },
        h("a", { class: "back", href: "#rows", title: "key Escape" }, "← All rows"),
        h("h2", {}, `Row ${row}`, h("small", {}, at >= 0 ? ` ${Report.count(at + 1)} of ${Report.count(rows.length)} listed` : "")),
        h("nav", { "aria-label": "Rows beside this" }, step(-1, "↑ Previous", "k"), step(1, "↓ Next", "j")),
      ),
      h("div", { class: "tabs", role: "tablist", "aria-label": "Metrics" }, record.cells.map((one, which) => tab(one, Report.metrics[which], which))),
      h(
        "div",
        { class: "reading" },
        h("div", {}, texts, beside && panel, columns(record)),
        h("div", { class: "beside" }, beside ? [contexts, references] : panel),
      ),
    );
  };

  /** Show a row; with a metric's name, that metric. */
  Report.showRow = async (row, name) => {
    const mine = ++turn;
    const record = await Report.record(row);
    if (mine !== turn) return;
    const wanted = Report.metrics.findIndex((metric) => metric.name === name);
    Object.assign(shown, { row, record, metric: wanted >= 0 ? wanted : firstMetric(row, record) });
    byId("overview").hidden = true;
    byId("row").hidden = false;
    document.body.classList.add("in-row");
    render();
    scrollTo(0, 0);
    byId("row").focus({ preventScroll: true });
  };

  Report.hideRow = () => {
    turn++;
    shown.row = null;
    byId("row").hidden = true;
    byId("row").replaceChildren();
    byId("overview").hidden = false;
    document.body.classList.remove("in-row");
  };

  Report.rowShown = () => shown.row;

  /** Show another metric of the row. */
  Report.chooseMetric = (index) => {
    shown.metric = (index + Report.metrics.length) % Report.metrics.length;
    history.replaceState(null, "", `#row-${shown.row}/${encodeURIComponent(Report.metrics[shown.metric].name)}`);
    render();
    byId("row").querySelector('[aria-selected="true"]').focus({ preventScroll: true });
  };
  Report.turnMetric = (by) => Report.chooseMetric(shown.metric + by);
}
