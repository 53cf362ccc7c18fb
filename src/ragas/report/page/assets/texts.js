"use strict";
// Texts of the data: long ones folded, stretches of them marked.
{
  const { h, count } = Report;
  const LONGEST = 6000;
  const SHOWN = 2000;

  /** A text in pieces: where marks begin or end the text is cut. A mark is {start, end, number, good, kind}. */
  const pieces = (text, marks) => {
    const cuts = new Set([0, text.length]);
    for (const mark of marks) cuts.add(mark.start).add(mark.end);
    const at = [...cuts].filter((cut) => cut >= 0 && cut <= text.length).sort((a, b) => a - b);
    return at.slice(0, -1).map((start, index) => {
      const end = at[index + 1];
      return { start, end, marks: marks.filter((mark) => mark.start < end && mark.end > start) };
    });
  };

  const TONES = new Map([[true, "good"], [false, "bad"]]);
  const SIGNS = { good: "✓", bad: "✗", plain: "" };
  const tone = (mark) => TONES.get(mark.good) ?? "plain";
  /** The tone that marks over the same words have in common. */
  const common = (marks) => (marks.every((mark) => mark.good === marks[0].good) ? tone(marks[0]) : "plain");

  const badge = (mark, follow) =>
    h(
      "button",
      {
        type: "button",
        class: `number ${tone(mark)}`,
        "aria-label": `to claim ${mark.number}`,
        onclick: (event) => {
          event.stopPropagation();
          follow(mark.number);
        },
      },
      `${SIGNS[tone(mark)]}${mark.number}`,
    );

  const marked = (text, marks, follow) =>
    pieces(text, marks).map(({ start, end, marks: here }) => {
      const part = text.slice(start, end);
      if (!here.length) return part;
      const starting = here.filter((mark) => mark.start === start);
      const numbers = here.map((mark) => mark.number);
      return h(
        "mark",
        {
          class: `${common(here)} ${here[0].kind}`,
          tabindex: "-1",
          title: `${here[0].kind === "quoted" ? "quoted for claim" : "claim"} ${numbers.join(", ")}`,
          "data-numbers": numbers.join(" "),
          onclick: () => follow(numbers[0]),
        },
        starting.map((mark) => badge(mark, follow)),
        part,
      );
    });

  /** A text with its marks. A long one shows its beginning and a button; `element.unfold()` shows all. */
  Report.text = (text, { marks = [], follow = () => {}, tag = "div", code = false } = {}) => {
    const element = h(tag, { class: code ? "text code" : "text", dir: "auto" });
    const whole = () => element.replaceChildren(...marked(text, marks, follow));
    element.unfold = () => {};
    if (text.length <= LONGEST) {
      whole();
      if (!text.trim()) element.replaceChildren(h("span", { class: "none" }, text ? "only blanks" : "empty"));
      return element;
    }
    element.unfold = () => {
      whole();
      element.unfold = () => {};
    };
    const begun = marks.filter((mark) => mark.end <= SHOWN);
    element.append(
      ...marked(text.slice(0, SHOWN), begun, follow),
      "… ",
      h(
        "button",
        { type: "button", class: "unfold", onclick: () => element.unfold() },
        `Show all ${count(text.length)} characters`,
      ),
    );
    return element;
  };
}
