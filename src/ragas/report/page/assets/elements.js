"use strict";
// What all parts of the page share. Text from data only ever becomes text nodes, never markup.
const Report = { metrics: [], table: null };
{
  /** An element. Properties are attributes; `on…` are listeners; null and false leave an attribute out. */
  Report.h = (tag, properties, ...children) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(properties ?? {})) {
      if (value === null || value === undefined || value === false) continue;
      if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
      else element.setAttribute(name, value === true ? "" : value);
    }
    element.append(...children.flat(3).filter((child) => child !== null && child !== undefined && child !== false));
    return element;
  };

  /** A score as the page writes it. */
  Report.score = (value, metric) => {
    if (value === null || value === undefined) return "–";
    if (typeof value !== "number") return Array.isArray(value) ? value.join(", ") : String(value);
    if (metric?.distribution?.levels) return String(value);
    if (Math.abs(value) >= 1e12) return value.toPrecision(4);
    return Math.abs(value) < 1000 ? value.toFixed(3) : Math.round(value).toLocaleString("en");
  };

  /** How far a score is between the worst (0) and the best (1); null where nobody knows. */
  Report.standing = (value, metric) => {
    const edges = metric.distribution?.levels ?? metric.distribution?.edges;
    if (typeof value !== "number" || !edges?.length) return null;
    const [low, high] = [edges[0], edges[edges.length - 1]];
    if (high === low) return 1;
    const share = Math.min(1, Math.max(0, (value - low) / (high - low)));
    return metric.higher ? share : 1 - share;
  };

  /** Whether a score is good or bad, where the metric says which scores there can be. */
  Report.toneOf = (value, metric) => {
    const share = metric.declared ? Report.standing(value, metric) : null;
    return share === null ? "plain" : share >= 0.8 ? "good" : share < 0.5 ? "bad" : "plain";
  };

  Report.count = (number) => number.toLocaleString("en");
  Report.counted = (number, noun) => `${Report.count(number)} ${noun}${number === 1 ? "" : "s"}`;
  Report.byId = (id) => document.getElementById(id);
}
