// Tells the page of rounds as if its table had told them, and reads what the page says and shows after each.
(() => {
  const GOLD = "rgb(243, 210, 122)";
  const Line = WebSocket;
  window.WebSocket = class extends Line {
    constructor(...how) {
      super(...how);
      window.line = this;
    }
  };

  /** Let promises and observers have their turn. Nothing is painted meanwhile: that would take most of the time. */
  const promises = async () => {
    for (let turn = 0; turn < 20; turn++) await null;
  };
  const text = (selector) => document.querySelector(selector)?.textContent ?? "";

  /** The parts of the page that are drawn in the colour of a win, by their class or id. */
  function* golden() {
    for (const each of document.querySelectorAll(".came, #win-meter, #screens small, .net-tag text, .net-tag rect, .spot.lit .face, .lamp, #status")) {
      const { color, fill, stroke } = getComputedStyle(each);
      const shown = each instanceof SVGElement ? [fill, stroke] : [color];
      if (each.checkVisibility() && each.textContent !== "$0.00" && shown.includes(GOLD)) {
        yield each.id || each.getAttribute("class") || each.tagName;
      }
    }
  }

  window.readRounds = async (rounds) => {
    const hear = (message) => window.line.onmessage({ data: JSON.stringify(message) });
    const heard = [];
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) for (const each of addedNodes) if (each.isConnected) heard.push(each.textContent);
    }).observe(document.querySelector("#announcer"), { childList: true });
    const read = [];
    for (const [at, { before, settled }] of rounds.entries()) {
      const round = { number: at + 2, phase: "betting", deadline: 0, until: "", throw_from: 0, shooter: "", offered: "" };
      const known = { number: settled.number, now: settled.now };
      hear({ is: "event", ...known, event: { type: "BettingOpened" }, round, mine: before });
      hear({ is: "event", ...known, event: { type: "Stage" }, round: { ...round, phase: "closed" } });
      await promises();
      heard.length = 0;
      hear({ ...settled, round: { ...round, phase: "settled" } });
      await promises();
      read.push({
        result: text("#result"),
        status: text("#status"),
        title: document.title,
        announced: heard.join(" | "),
        tags: [...document.querySelectorAll(".net-tag")].map((tag) => tag.textContent),
        gold: [...golden()],
      });
    }
    return read;
  };
})();
