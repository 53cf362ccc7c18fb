"use strict";
// A source opens at the first words that the reference rests on. Only its box is scrolled, never the page.
{
  const ABOVE = 60; // pixels of text that stay in view above a marked passage

  /** Where a passage begins and ends within the text of its box, in pixels. */
  const placed = (box, mark) => {
    const rects = mark.getClientRects();
    const zero = box.getBoundingClientRect().top - box.scrollTop;
    return [rects[0].top - zero, rects[rects.length - 1].bottom - zero];
  };

  for (const box of document.querySelectorAll(".source")) {
    const marks = [...box.querySelectorAll("mark")].filter((mark) => mark.getClientRects().length);
    if (!marks.length || box.scrollHeight <= box.clientHeight) continue;
    const places = marks.map((mark) => placed(box, mark));
    const [first, end] = places[0];
    if (end > box.clientHeight) box.scrollTop = first - ABOVE;

    const button = box.previousElementSibling;
    const hidden = places.some(([top, bottom]) => top < box.scrollTop || bottom > box.scrollTop + box.clientHeight);
    if (button?.localName !== "button" || marks.length < 2 || !hidden) continue;
    let at = 0;
    button.hidden = false;
    button.addEventListener("click", () => {
      marks[at].classList.remove("current");
      at = (at + 1) % marks.length;
      marks[at].classList.add("current");
      box.scrollTop = placed(box, marks[at])[0] - ABOVE;
      button.textContent = `passage ${at + 1} of ${marks.length}, next`;
    });
  }
}
