/** The hands of a player who is fast: taps and drags as pointer events, at points where the felt really is touched. */
(() => {
  const soon = () => new Promise((done) => setTimeout(done));

  /** A point at which a spot is touched, and not one that lies above it. */
  function pointOf(wager) {
    const node = document.querySelector(`#felt [data-wager="${wager}"]`);
    node.scrollIntoView({ block: "nearest" });
    const box = node.querySelector(".face").getBoundingClientRect();
    for (const parts of [2, 4, 8, 16]) {
      for (let across = 1; across < parts; across++) {
        for (let down = 1; down < parts; down++) {
          const [x, y] = [box.x + box.width * across / parts, box.y + box.height * down / parts];
          if (document.elementFromPoint(x, y)?.closest("[data-wager]") === node) return { clientX: x, clientY: y };
        }
      }
    }
    throw new Error(`${wager} cannot be touched`);
  }

  function send(kind, at) {
    const pointerType = matchMedia("(pointer: coarse)").matches ? "touch" : "mouse";
    const how = { bubbles: true, cancelable: true, isPrimary: true, button: 0, pointerId: 1, pointerType, ...at };
    document.elementFromPoint(at.clientX, at.clientY).dispatchEvent(new PointerEvent(kind, how));
  }

  window.touchAll = async (wagers) => {
    for (const wager of wagers) {
      const at = pointOf(wager);
      send("pointerdown", at);
      send("pointerup", at);
      await soon();
    }
  };

  window.dragAll = async (moves) => {
    for (const [from, to] of moves) {
      const [start, end] = [pointOf(from), pointOf(to)];
      const half = { clientX: (start.clientX + end.clientX) / 2, clientY: (start.clientY + end.clientY) / 2 };
      send("pointerdown", start);
      send("pointermove", half);
      send("pointermove", end);
      send("pointerup", end);
      await soon();
    }
  };
})();
