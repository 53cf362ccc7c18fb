"use strict";
// The page as a whole: addresses, keys, colours.
{
  const { h, byId } = Report;
  const KEYS = [
    ["j, k", "next and previous row"],
    ["↓, ↑", "the same, in the table"],
    ["Enter", "open the row"],
    ["←, →", "other metrics of an open row"],
    ["Escape", "back to all rows"],
    ["/", "search"],
    ["?", "these keys"],
  ];
  const THEMES = ["auto", "dark", "light"];
  let left = { scroll: 0, row: null };

  /** Show what the address names: `#row-17` or `#row-17/faithfulness` a row, anything else the overview. */
  const route = async () => {
    const [, row, name] = /^#row-(\d+)(?:\/([^/]*))?$/.exec(location.hash) ?? [];
    if (row !== undefined && Number(row) < Report.rows) {
      if (Report.rowShown() === null) left = { scroll: scrollY };
      left.row = Number(row);
      await Report.showRow(Number(row), name && decodeURIComponent(name));
      document.title = `Row ${row} · ${title}`;
      return;
    }
    document.title = title;
    if (Report.rowShown() === null) return;
    Report.hideRow();
    if (location.hash === "#rows" || !location.hash) {
      const link = Report.reveal(left.row);
      scrollTo(0, left.scroll);
      link?.focus({ preventScroll: true });
      link?.scrollIntoView({ block: "nearest" });
    } else byId(location.hash.slice(1))?.scrollIntoView();
  };
  const title = document.title;

  /** Move in the list of rows: from an open row to the next one, else from link to link. */
  const move = (by) => {
    const rows = Report.listed();
    const open = Report.rowShown();
    const focused = document.activeElement?.closest?.("tr[data-row]")?.dataset.row;
    const here = open ?? (focused === undefined ? null : Number(focused));
    const next = here === null ? rows[0] : rows[rows.indexOf(here) + by];
    if (next === undefined) return;
    if (open !== null) location.hash = `#row-${next}`;
    else {
      const link = Report.reveal(next);
      link?.focus();
      link?.scrollIntoView({ block: "nearest" });
    }
  };

  const typing = (element) => element?.matches?.("input, select, textarea") ?? false;

  const onKey = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || byId("keys").open) return;
    const inRow = Report.rowShown() !== null;
    if (typing(event.target)) {
      if (event.key !== "Escape") return;
      if (event.target.id === "search" && event.target.value) Report.filter({ query: "" });
      else event.target.blur();
    } else if (event.key === "j" || event.key === "k") move(event.key === "j" ? 1 : -1);
    else if (!inRow && /^Arrow(Up|Down)$/.test(event.key) && event.target.closest?.("tr[data-row]")) move(event.key === "ArrowDown" ? 1 : -1);
    else if (inRow && /^Arrow(Left|Right)$/.test(event.key) && !event.target.closest?.("pre, .scroll")) Report.turnMetric(event.key === "ArrowRight" ? 1 : -1);
    else if (inRow && event.key === "Escape") location.hash = "#rows";
    else if (event.key === "/") {
      if (inRow) {
        location.hash = "#rows";
        Report.hideRow();
      }
      byId("search").focus();
      byId("search").select();
    } else if (event.key === "?") byId("keys").showModal();
    else return;
    event.preventDefault();
  };

  const store = (value) => {
    try {
      if (value !== undefined) localStorage.setItem("ragas-theme", value);
      return localStorage.getItem("ragas-theme");
    } catch {
      return null; // pages opened from a folder may have no store
    }
  };

  const setTheme = (theme) => {
    if (theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    byId("theme").textContent = `Colours: ${theme}`;
    byId("theme").dataset.now = theme;
  };

  const startTheme = () => {
    const button = byId("theme");
    button.hidden = false;
    setTheme(THEMES.includes(store()) ? store() : "auto");
    button.addEventListener("click", () => {
      const next = THEMES[(THEMES.indexOf(button.dataset.now) + 1) % THEMES.length];
      store(next);
      setTheme(next);
    });
  };

  const startKeys = () => {
    byId("keys").append(
      h("h2", { id: "keys-title" }, "Keys"),
      h("dl", { class: "keys" }, KEYS.map(([key, does]) => h("div", {}, h("dt", {}, h("kbd", {}, key)), h("dd", {}, does)))),
      h("form", { method: "dialog" }, h("button", {}, "Close")),
    );
    byId("keys-button").hidden = false;
    byId("keys-button").addEventListener("click", () => byId("keys").showModal());
    document.addEventListener("keydown", onKey);
  };

  const start = async () => {
    document.documentElement.classList.add("scripted");
    startTheme();
    await Report.load();
    Report.startCharts();
    await Report.startTable();
    startKeys();
    addEventListener("hashchange", route);
    await route();
    document.documentElement.dataset.ready = "";
    Report.prepareSearch();
  };
  start().catch((error) => {
    document.documentElement.classList.remove("scripted");
    document.querySelector(".no-script").textContent =
      `This browser cannot open the rows (${error.message}). A browser of 2023 or later can; here are the worst rows only.`;
  });
}
