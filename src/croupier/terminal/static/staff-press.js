// @ts-check
/** Whether a key of the page is pressed. One that is drawn anew between press and release is not given. */

/** What is pressed. A table keeps its keys when it changes, and goes on while one is pressed. */
const KEYS = ":not(#table *):is(button, a, summary)";
/** Called once the key is released. @type {(() => void)[]} */
const waiting = [];
let isPressed = false;

/** Until no key is pressed. @returns {Promise<void> | undefined} */
export function released() {
  if (isPressed) return new Promise((done) => waiting.push(done));
}

function release() {
  if (!isPressed) return;
  isPressed = false;
  // The click comes after the release. Another key may be pressed by then.
  setTimeout(() => {
    if (!isPressed) { for (const done of waiting.splice(0)) done(); }
  });
}

addEventListener("pointerdown", ({ target }) => {
  release(); // the last one, if nobody told of that
  isPressed = target instanceof Element && target.closest(KEYS) !== null;
}, { capture: true });
// A menu that a press opens takes its release.
for (const kind of ["pointerup", "pointercancel", "contextmenu", "keydown"]) {
  addEventListener(kind, release, { capture: true });
}
// Of the window alone: a key that is pressed takes the focus from another element.
addEventListener("blur", release);
// A browser does not always tell where a key was released: outside its window, say.
addEventListener("pointermove", ({ buttons }) => buttons || release(), { capture: true });
