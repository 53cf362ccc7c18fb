"use strict";
// Why a cell is what it is: reason, claims with their verdicts, and the judge's own words on demand.
{
  const { h, text, counted } = Report;
  const SIGNS = new Map([[true, "✓"], [false, "✗"]]);
  const TONES = new Map([[true, "good"], [false, "bad"]]);
  const SOURCES = { contexts: "context", response: "the response", reference: "the reference" };

  const placeName = ([source, chunk]) => (source === "contexts" ? `context ${chunk + 1}` : SOURCES[source] ?? source);
  const named = (chunks) => chunks.map((chunk) => chunk + 1).join(", ");

  /** The items of a cell that have a number: those with a text, in order. */
  Report.claimsOf = (cell) => (cell.sections ?? []).flatMap(({ items = [] }) => items).map((item, index) => ({ ...item, number: index + 1 }));

  const quote = (item, follow) => {
    if (item.state === "found") {
      return h(
        "p",
        { class: "quote found" },
        h("button", { type: "button", class: "to-quote", onclick: () => follow(item.number) }, `${item.good === false ? "compared with" : "in"} ${placeName(item.at)}`),
        h("q", { dir: "auto" }, item.quote),
      );
    }
    if (item.state === "missing") {
      return h("p", { class: "quote missing" }, h("b", {}, "⚠ Not evidence: "), "the judge quoted ", h("s", { dir: "auto" }, `“${item.quote}”`), ", which stands in none of the texts.");
    }
    return h("p", { class: "quote unchecked" }, h("b", {}, "? Not checked: "), "the judge quoted ", h("span", { dir: "auto" }, `“${item.quote}”`), "; nobody knows where it stands.");
  };

  const claim = (item, follow) =>
    h(
      "li",
      { class: `claim ${TONES.get(item.good) ?? "plain"}`, id: `claim-${item.number}`, tabindex: "-1" },
      h("span", { class: "sign", "aria-hidden": "true" }, `${SIGNS.get(item.good) ?? "·"} ${item.number}`),
      h(
        "div",
        {},
        item.text ? text(item.text, { tag: "p", code: item.code }) : item.of_chunk !== undefined && h("p", {}, `Context ${item.of_chunk + 1}`),
        h(
          "p",
          { class: "verdict" },
          item.verdict && h("b", {}, item.verdict),
          item.confidence !== undefined && h("span", {}, `probability of support ${Math.round(100 * item.confidence)} %`),
          item.chunks && h("span", {}, `context ${named(item.chunks)}`),
        ),
        item.why && text(item.why, { tag: "p" }),
        item.quote && quote(item, follow),
        item.facts?.map(([name, value]) => h("p", { class: "fact" }, h("span", {}, name), " ", h("bdi", {}, value))),
      ),
    );

  const sections = (cell, follow) => {
    let number = 0;
    return (cell.sections ?? []).map((section) =>
      section.items
        ? [h("h4", {}, section.title), h("ol", { class: "claims" }, section.items.map((item) => claim({ ...item, number: ++number }, follow)))]
        : h("dl", { class: "facts" }, section.facts.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", { dir: "auto" }, value)))),
    );
  };

  const side = (heading, cell, metric) =>
    h(
      "div",
      {},
      h("h4", {}, heading, " ", h("b", {}, cell.status === "scored" ? Report.score(cell.value, metric) : cell.status.replace("_", " "))),
      cell.why && text(cell.why, { tag: "p" }),
    );

  const exchange = (one) => {
    const told = [one.model, one.seconds !== null && one.seconds !== undefined && `${one.seconds.toFixed(1)} s`];
    for (const [key, word] of [["input_tokens", "tokens in"], ["output_tokens", "out"]]) {
      if (one.usage?.[key] !== undefined && one.usage?.[key] !== null) told.push(`${Report.count(one.usage[key])} ${word}`);
    }
    return h(
      "div",
      { class: "exchange" },
      h("p", { class: "verdict" }, told.filter(Boolean).map((part) => h("span", {}, part))),
      h("h5", {}, "Asked"),
      text(one.prompt, { tag: "pre" }),
      h("h5", {}, "Answered"),
      text(one.reply, { tag: "pre" }),
    );
  };

  const exchanges = (row, metric) => {
    if (!Report.exchanges || !metric.judge) return null;
    const place = h("div", { class: "exchanges" });
    const button = h("button", { type: "button", "aria-expanded": "false" }, "Show what the judge was asked and answered");
    button.addEventListener("click", async () => {
      const all = await Report.exchangesOf(row);
      // A call shared by several metrics is booked to the first of them.
      const own = (all ?? []).filter((one) => !one.metric || one.metric === metric.name);
      const shown = own.length ? own : all ?? [];
      button.remove();
      place.append(
        h("h4", {}, "Judge exchange"),
        ...(shown.length ? [h("p", { class: "verdict" }, own.length ? counted(shown.length, "call") : `${counted(shown.length, "call")}, made for another metric of this row`)] : [h("p", {}, all ? "No call was made for this cell." : "This file does not hold the calls of this row; the journal of the run does, if it was kept.")]),
        ...shown.map(exchange),
      );
    });
    place.append(button);
    return place;
  };

  const spent = (cell) => {
    const parts = [];
    if (cell.seconds !== undefined) parts.push(`${cell.seconds.toFixed(cell.seconds < 0.1 ? 3 : 1)} s`);
    const usage = cell.usage;
    if (usage?.calls !== undefined) parts.push(counted(usage.calls, "call"));
    if (usage?.input_tokens) parts.push(`${Report.count(usage.input_tokens)} tokens in, ${Report.count(usage.output_tokens ?? 0)} out`);
    if (usage && "cost" in usage && usage.calls) parts.push(usage.cost === null ? "price unknown" : `$${usage.cost.toFixed(4)}`);
    return parts.length ? h("p", { class: "spent" }, parts.join(", ")) : null;
  };

  /** The panel of a cell. `follow` goes to the place of a quote. */
  Report.panel = (row, cell, metric, follow) => {
    const status = cell.status === "scored" ? null : h("b", { class: cell.status === "failed" ? "bad-text" : "" }, `${cell.status === "failed" ? "✗ " : ""}${cell.status.replace("_", " ")}`);
    return h(
      "section",
      { class: "panel", role: "tabpanel", "aria-label": metric.name },
      h("h3", {}, metric.name, " ", status ?? h("b", {}, Report.score(cell.value, metric))),
      metric.caution && h("p", { class: "slim" }, h("b", { class: "care" }, "⚠ Read with care"), ` ${metric.judge ?? "judge"}: ${metric.caution}`),
      cell.before ? h("div", { class: "sides" }, side("Before", cell.before, metric), side("After", cell, metric)) : cell.why && text(cell.why, { tag: "p" }),
      sections(cell, follow),
      spent(cell),
      exchanges(row, metric),
    );
  };
}
