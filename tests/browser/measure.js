// Measures a page: what cannot be read, touched or seen. Lengths are CSS pixels.
(() => {
  const SLACK = 1;
  // On a screen of 320 px, the felt is drawn a little smaller, so that it need not be scrolled sideways.
  const least = () => innerWidth < 360 ? { print: 10.8, finger: 44, spot: 39 } : { print: 12, finger: 44, spot: 44 };
  const seen = (element) =>
    element.checkVisibility({ visibilityProperty: true }) &&
    !element.closest(".unseen, .away, [hidden], [inert] dialog");
  const within = (inner, outer, slack = SLACK) =>
    inner.left >= outer.left - slack && inner.right <= outer.right + slack &&
    inner.top >= outer.top - slack && inner.bottom <= outer.bottom + slack;
  const named = (element) =>
    `${element.closest("[data-testid]")?.dataset.testid ?? element.getAttribute("class") ?? element.tagName}: "${
      element.textContent.trim().slice(0, 40)
    }"`;

  /** Every piece of text that is seen, with its rectangle. */
  function* texts(root) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      if (!node.data.trim() || !element || !seen(element)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      // The range of words that are pressed together is too wide.
      const measured = element instanceof SVGElement ? element : range;
      yield { element, rect: measured.getBoundingClientRect() };
    }
  }

  function printed(element) {
    const { a, b } = element instanceof SVGGraphicsElement ? element.getScreenCTM() : { a: 1, b: 0 };
    return parseFloat(getComputedStyle(element).fontSize) * Math.hypot(a, b);
  }

  /** The element that cuts a text off: one that hides what is outside of it and cannot be scrolled. */
  function cutBy(element, rect) {
    for (let around = element.closest("svg") ?? element; around; around = around.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(around);
      const box = around.getBoundingClientRect();
      if (rect.right <= box.left || rect.left >= box.right || rect.bottom <= box.top || rect.top >= box.bottom) {
        return null;
      }
      if (around.tagName === "BODY") return rect.left < -SLACK || rect.right > innerWidth + SLACK ? around : null;
      if (["hidden", "clip"].includes(overflowX) && (rect.left < box.left - SLACK || rect.right > box.right + SLACK)) {
        return around;
      }
      if (["hidden", "clip"].includes(overflowY) && (rect.top < box.top - SLACK || rect.bottom > box.bottom + SLACK)) {
        return around;
      }
      if ([overflowX, overflowY].some((each) => each === "auto" || each === "scroll")) return null;
    }
    return null;
  }

  function* aboutTexts(isMeant = () => true) {
    for (const { element, rect } of texts(document.body)) {
      if (!isMeant(element)) continue;
      const size = printed(element);
      if (size < least().print - 0.05) yield `${size.toFixed(1)} px, ${named(element)}`;
      const cut = cutBy(element, rect);
      if (cut) yield `cut off by ${cut.getAttribute("class") ?? cut.tagName}, ${named(element)}`;
    }
  }

  function* aboutSpots() {
    for (const spot of document.querySelectorAll(".board svg:not(.away) .spot")) {
      const face = spot.querySelector(".face").getBoundingClientRect();
      const prints = [...spot.querySelectorAll("text, .dice")];
      for (const print of prints) {
        if (!within(print.getBoundingClientRect(), face, 2)) yield `out of its spot, ${named(print)}`;
      }
      const chip = document.querySelector(`.top-layer:not(.away) [data-testid="bet-${spot.dataset.wager}"] .chip-face`);
      if (!chip) yield `no chip, ${named(spot)}`;
      else {
        for (const print of prints) if (hides(chip, print)) yield `hidden by its chip, ${named(print)}`;
        yield* aboutAmount(chip, spot.classList.contains("zone") ? null : face);
      }
    }
  }

  /** A puck is seen whole: no chip, plate or marker lies over it, and it hides no print of a spot. */
  function* aboutPucks() {
    for (const puck of document.querySelectorAll(".top-layer:not(.away) .puck")) {
      const { x, y, width } = puck.querySelector("circle").getBoundingClientRect();
      const [across, down, radius] = [x + width / 2, y + width / 2, width / 2];
      const meets = (element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        const [dx, dy] = [Math.min(Math.max(across, left), right) - across, Math.min(Math.max(down, top), bottom) - down];
        return Math.hypot(dx, dy) < radius - 2;
      };
      for (const chip of document.querySelectorAll(".top-layer:not(.away) .chip")) {
        const disc = chip.querySelector(".chip-body").getBoundingClientRect();
        const apart = Math.hypot(disc.x + disc.width / 2 - across, disc.y + disc.height / 2 - down);
        const over = apart < radius + disc.width / 2 - 2 || [...chip.querySelectorAll(".chip-plate")].some(meets);
        if (over) yield `${chip.dataset.testid} lies over ${named(puck)}`;
      }
    }
  }

  /** The amount stands on its plate, the plate within its spot, and no marker covers the amount. */
  function* aboutAmount(chip, face) {
    const amount = chip.querySelector(".chip-print");
    const print = amount.getBoundingClientRect();
    const plates = [...chip.querySelectorAll(".chip-plate")].map((plate) => plate.getBoundingClientRect());
    const ground = plates.at(-1) ?? chip.querySelector(".chip-body").getBoundingClientRect();
    if (print.left < ground.left - SLACK || print.right > ground.right + SLACK) yield `wider than its plate, ${named(amount)}`;
    if (face && plates.some((plate) => plate.left < face.left - SLACK || plate.right > face.right + SLACK)) {
      yield `plate out of its spot, ${named(amount)}`;
    }
    for (const marker of chip.querySelectorAll(".marker")) {
      if (overlap(marker.getBoundingClientRect(), print) > SLACK) yield `covered by ${named(marker)}, ${named(amount)}`;
    }
  }

  /** How far two rectangles lie over each other. */
  function overlap(one, other) {
    const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    return Math.min(across, down);
  }

  /** Whether the chip, its plate or a marker covers some of the glyphs. A line of text is higher than its capitals and digits. */
  function hides(chip, print) {
    const box = print.getBoundingClientRect();
    const air = print.tagName === "text" ? box.height * 0.2 : 0;
    const under = { left: box.left, right: box.right, top: box.top + air, bottom: box.bottom - air };
    const disc = chip.querySelector(".chip-body").getBoundingClientRect();
    const [x, y] = [disc.x + disc.width / 2, disc.y + disc.height / 2];
    const near = [Math.min(Math.max(x, under.left), under.right), Math.min(Math.max(y, under.top), under.bottom)];
    if (Math.hypot(near[0] - x, near[1] - y) < disc.width / 2 - 2) return true;
    return [...chip.querySelectorAll(".chip-plate")].some((plate) => overlap(plate.getBoundingClientRect(), under) > 2);
  }

  function* aboutTargets(isMeant = () => true) {
    for (const target of document.querySelectorAll("button, a[href], summary, .spot:not(.zone)")) {
      if (!seen(target) || !isMeant(target)) continue;
      const { width, height } = (target.querySelector(":scope > .face") ?? target).getBoundingClientRect();
      if (Math.min(width, height) < (target.matches(".spot") ? least().spot : least().finger) - 0.5) yield `${width.toFixed(1)} x ${height.toFixed(1)}, ${named(target)}`;
    }
  }

  /** Head, stage, tabs and rail: keys are seen whole without scrolling, and nothing lies over anything else. */
  function* aboutFrame() {
    const areas = [...document.querySelectorAll(".top, .stage, .screens, .rail, .notices")];
    const keys = areas.flatMap((area) => [...area.querySelectorAll("button, a[href]")]).filter(seen)
      .map((element) => ({ element, rect: element.getBoundingClientRect() }));
    const words = areas.flatMap((area) => [...texts(area)])
      .filter(({ element }) => !element.closest("svg, .company, .history")); // what does not fit there is not seen
    const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    for (const { element, rect } of keys) if (!within(rect, screen)) yield `not on the screen, ${named(element)}`;
    const things = [...keys, ...words];
    for (const [at, one] of things.entries()) {
      for (const other of things.slice(at + 1)) {
        const nested = one.element.contains(other.element) || other.element.contains(one.element);
        if (!nested && overlap(one.rect, other.rect) > 2) yield `${named(one.element)} lies over ${named(other.element)}`;
      }
    }
    yield* aboutBars();
    for (const { element, rect } of words) {
      const key = element.closest("button, a[href], .meters div");
      if (key && !within(rect, key.getBoundingClientRect(), 2)) yield `out of its key, ${named(element)}`;
    }
  }

  /** What is said across the page covers no key, no area but its own, and not the arrow of a felt that goes on. */
  function* aboutBars() {
    const offline = document.querySelector("#offline");
    const status = document.querySelector("#status");
    const pairs = [
      ...[...document.querySelectorAll(".stage, .screens, .rail, .window")].map((other) => [offline, other]),
      ...[...document.querySelectorAll(".rail, .more-below")].map((other) => [status, other]),
    ];
    for (const [bar, other] of pairs) {
      if (!bar?.textContent || !seen(bar) || !seen(other)) continue;
      if (overlap(bar.getBoundingClientRect(), other.getBoundingClientRect()) > SLACK) yield `${named(bar)} lies over ${named(other)}`;
    }
    if (offline && seen(offline) && offline.scrollHeight > offline.clientHeight + SLACK) yield `too small, ${named(offline)}`;
  }

  /** The spots in front that the arrow keys do not reach from the first one. */
  window.notReachedByArrows = () => {
    const spots = [...document.querySelectorAll(".board svg:not(.away) .spot")];
    const reached = new Set([spots[0]]);
    for (const spot of reached) {
      for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]) {
        spot.focus();
        spot.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
        reached.add(document.activeElement);
      }
    }
    return spots.filter((spot) => !reached.has(spot)).map((spot) => spot.dataset.wager);
  };

  /** The corners of dice that stick out of the dome that should hide them. */
  window.diceBesideTheirCover = () => {
    const dome = document.querySelector(".dome");
    const toDome = dome.getScreenCTM().inverse();
    return [...document.querySelectorAll(".throw")].flatMap((die, at) => {
      const { left, right, top, bottom } = die.getBoundingClientRect();
      const corners = [[left, top], [right, top], [left, bottom], [right, bottom]];
      return corners.filter(([x, y]) => !dome.isPointInFill(new DOMPoint(x, y).matrixTransform(toDome))).map((corner) =>
        `die ${at + 1}: ${corner}`
      );
    });
  };

  window.complaints = () => {
    const wide = document.documentElement.scrollWidth;
    return [
      ...(wide > innerWidth ? [`scrolls sideways: ${wide}`] : []),
      ...aboutTexts(),
      ...aboutSpots(),
      ...aboutPucks(),
      ...aboutTargets(),
      ...aboutFrame(),
    ];
  };

  /** A table of figures that goes on to the right says so. */
  function* aboutWideTables() {
    for (const region of document.querySelectorAll(".wide")) {
      if (!seen(region) || region.scrollWidth <= region.clientWidth + SLACK) continue;
      if (region.scrollLeft + region.clientWidth >= region.scrollWidth - SLACK) continue;
      const hint = region.parentElement.querySelector(".more-right");
      if (!hint || !seen(hint)) yield `goes on to the right without a word, ${named(region)}`;
    }
  }

  /** The head: its keys stand in one line, and nothing in it lies over anything else. */
  function* aboutHead() {
    const keys = [...document.querySelectorAll("body > header > button")].filter(seen);
    const tops = new Set(keys.map((key) => Math.round(key.getBoundingClientRect().top)));
    const home = document.querySelector("#home").getBoundingClientRect();
    if (tops.size > 1) yield "the keys of the head stand in several lines";
    for (const key of keys) {
      const { top, bottom } = key.getBoundingClientRect();
      if (top > home.bottom || bottom < home.top) yield `not in the first line, ${named(key)}`;
    }
    const things = [...document.querySelectorAll("body > header > :not(nav), body > header > nav > *")].filter(seen)
      .map((element) => ({ element, rect: element.getBoundingClientRect() }));
    for (const [at, one] of things.entries()) {
      for (const other of things.slice(at + 1)) {
        if (overlap(one.rect, other.rect) > 2) yield `${named(one.element)} lies over ${named(other.element)}`;
      }
    }
  }

  /** What is wrong on a page of the staff. Older results, and warnings beside the key to all of them, may be cut off; the layout of a
   * table has its own measures. */
  window.complaintsOfStaff = () => {
    const wide = document.documentElement.scrollWidth;
    return [
      ...(wide > innerWidth ? [`scrolls sideways: ${wide}`] : []),
      ...[...aboutTexts((element) => !element.closest("svg, .results, .notes .first"))],
      ...aboutTargets((target) => !target.matches("p > a, .spot")),
      ...aboutWideTables(),
      ...aboutHead(),
    ];
  };

  window.complaintsAboutHelp = () => {
    const panel = document.querySelector("#info");
    const found = [];
    for (const spot of document.querySelectorAll(".spot")) {
      spot.dispatchEvent(new KeyboardEvent("keydown", { key: "?", bubbles: true }));
      if (panel.hidden || !panel.textContent.includes(spot.getAttribute("aria-description"))) {
        found.push(`not shown, ${named(spot)}`);
      }
      const room = panel.getBoundingClientRect();
      if (!within(room, { left: 0, top: 0, right: innerWidth, bottom: innerHeight })) {
        found.push(`panel outside the window, ${named(spot)}`);
      }
      for (const { element, rect } of texts(panel)) if (cutBy(element, rect)) found.push(`cut off, ${named(spot)}`);
    }
    return found;
  };
})();
