"use strict";
// The data: blocks of compressed JSON in the page, opened when they are needed.
{
  const KEPT_BLOCKS = 24;
  const KEPT_CHARACTERS = 150e6; // above this the texts are read again for every search
  const opened = new Map();
  const texts = [];

  const bytesOf = (letters) => {
    if (Uint8Array.fromBase64) return Uint8Array.fromBase64(letters);
    const decoded = atob(letters);
    const bytes = new Uint8Array(decoded.length);
    for (let at = 0; at < decoded.length; at++) bytes[at] = decoded.charCodeAt(at);
    return bytes;
  };

  const open = async (id) => {
    const packed = bytesOf(Report.byId(id).textContent.trim());
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    return JSON.parse(await new Response(stream).text());
  };

  /** A block by its id; the last few stay open. */
  const block = (id) => {
    const found = opened.get(id) ?? open(id);
    opened.delete(id);
    opened.set(id, found);
    if (opened.size > KEPT_BLOCKS) opened.delete(opened.keys().next().value);
    return found;
  };

  const strings = (value, found) => {
    if (typeof value === "string") found.push(value);
    else if (Array.isArray(value)) for (const one of value) strings(one, found);
    else if (value && typeof value === "object") for (const one of Object.values(value)) strings(one, found);
    return found;
  };

  /** The rows of a block with everything that can be searched in them, in small letters. */
  const textsOf = async (number) => {
    if (texts[number]) return texts[number];
    const records = await open(`rows-${number}`);
    const found = Object.entries(records).map(([row, record]) => [
      Number(row),
      strings(record, []).join("\n").toLowerCase(),
    ]);
    if (Report.characters <= KEPT_CHARACTERS) texts[number] = found;
    return found;
  };

  /** Read the manifest: what the table and the charts show. */
  Report.load = async () => {
    const manifest = await open("manifest");
    Object.assign(Report, manifest);
    Report.count_blocks = Math.max(-1, ...new Set(manifest.blocks)) + 1;
  };

  /** Everything about a row. */
  Report.record = async (row) => (await block(`rows-${Report.blocks[row]}`))[row];

  /** The judge calls of a row; null where the page does not hold them. */
  Report.exchangesOf = async (row) => {
    const number = Report.exchanges?.[row] ?? -1;
    return number < 0 ? null : (await block(`exchanges-${number}`))[row];
  };

  /** The rows whose texts hold every word; undefined if `alive` says that nobody waits any more. */
  Report.search = async (words, alive, progress) => {
    const found = new Set();
    for (let number = 0; number < Report.count_blocks; number++) {
      const waiting = !texts[number];
      const lines = await textsOf(number);
      if (!alive()) return undefined;
      for (const [row, text] of lines) if (words.every((word) => text.includes(word))) found.add(row);
      if (waiting) progress((number + 1) / Report.count_blocks);
    }
    return found;
  };

  /** Make the texts ready in idle moments, so that the first search is as quick as the next. */
  Report.prepareSearch = () => {
    if (Report.characters > KEPT_CHARACTERS) return;
    const idle = window.requestIdleCallback ?? ((work) => setTimeout(work, 30));
    let next = 0;
    const step = async () => {
      if (next >= Report.count_blocks) return;
      await textsOf(next++);
      idle(step);
    };
    idle(step);
  };
}
