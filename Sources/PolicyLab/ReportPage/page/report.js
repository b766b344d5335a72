"use strict";

/* Moves through the films and charts of a report. Without this script all tables and drawings are still there. */
(() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];

  /** Makes an element; children are elements or text, which is never read as markup. */
  const make = (name, classes, ...children) => {
    const element = document.createElement(name);
    if (classes) element.className = classes;
    element.append(...children);
    return element;
  };

  /** A spot in the color of a kind, which is that of the drawing. */
  const spot = (color) => {
    const drawing = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    drawing.setAttribute("class", "swatch");
    drawing.setAttribute("viewBox", "0 0 10 10");
    drawing.setAttribute("aria-hidden", "true");
    const area = drawing.appendChild(document.createElementNS("http://www.w3.org/2000/svg", "rect"));
    for (const [name, value] of [["class", `k${color}`], ["width", "10"], ["height", "10"]]) area.setAttribute(name, value);
    return drawing;
  };

  /** A session time in seconds, as exact as the number of nanoseconds. */
  const seconds = (time) => {
    const whole = Math.floor(time / 1e9);
    const rest = String(Math.round(time - whole * 1e9)).padStart(9, "0").replace(/0+$/, "");
    return `${whole}${rest ? "." + rest : ""}s`;
  };

  /** A gift of a film; see the Swift side for the order of the numbers. */
  const gift = (values, texts) => {
    const [label, kind, sender, count, arrived, started, ended, outcome, startRule, endRule, ...knots] = values;
    const text = (number) => (number === null ? "" : texts[number]);
    return {
      label: text(label), kind: text(kind), sender: text(sender), count, arrived, started, ended,
      outcome: text(outcome), startRule: text(startRule), endRule: text(endRule), knots,
      title: `${text(kind)}${count > 1 ? " × " + count : ""}`,
    };
  };

  /** The progress from 0 to 1 at a time, between the moments at which the pace changed. */
  const progress = (item, time) => {
    let [before, low] = [item.started, 0];
    for (let index = 0; index < item.knots.length; index += 2) {
      const [after, high] = [item.knots[index], item.knots[index + 1]];
      if (time < after) return after > before ? (low + ((high - low) * (time - before)) / (after - before)) / 1e6 : low / 1e6;
      [before, low] = [after, high];
    }
    return item.knots.length ? low / 1e6 : null;
  };

  /** The numbers of k0 to k7, the same as in the drawing. */
  const colors = (films) => {
    const found = new Map();
    for (const film of films) for (const item of film.gifts) if (!found.has(item.kind)) found.set(item.kind, found.size % 8);
    return found;
  };

  /** Scrolls the table, and not the page, so that a row of it is visible. */
  const reveal = (row) => {
    const box = row.closest(".scroll");
    const head = row.closest("table").tHead.offsetHeight;
    const top = row.getBoundingClientRect().top - box.getBoundingClientRect().top;
    if (top < head || top + row.offsetHeight > box.clientHeight) box.scrollTop += top - (head + box.clientHeight) / 2;
  };

  // MARK: Films

  const startFilm = (root) => {
    const data = JSON.parse(root.querySelector(".film-data").textContent);
    const films = data.films.map((film) => ({...film, gifts: film.gifts.map((values) => gift(values, data.texts))}));
    const colorOf = colors(films);
    const times = new Set([data.from, data.to]);
    for (const film of films) {
      for (const item of film.gifts) for (const time of [item.arrived, item.started, item.ended]) if (time !== null) times.add(time);
      for (const [time] of film.notes) times.add(time);
    }
    const steps = all(".steps tbody tr", root);
    for (const row of steps) times.add(Number(row.dataset.at));
    if (data.mark !== null) times.add(data.mark);
    const moments = [...times].filter((time) => time >= data.from && time <= data.to).sort((a, b) => a - b);
    const range = root.querySelector(".controls input");
    const output = root.querySelector(".controls output");
    const spoken = root.querySelector(".spoken");
    const stages = root.querySelector(".stages");
    const heads = all(".playhead", root);
    range.max = String(moments.length - 1);

    const happenings = (film, time) => {
      const lines = [];
      const now = (moment, words) => {
        for (const item of film.gifts) if (item[moment] === time) lines.push(words(item, `gift ${item.label}`));
      };
      now("arrived", (item, name) => [`${name} arrives: ${item.title}${item.sender ? " from " + item.sender : ""}`, ""]);
      now("ended", (item, name) => [`${name}: ${item.outcome}`, item.endRule]);
      now("started", (item, name) => [`${name} starts`, item.startRule]);
      for (const [at, words] of film.notes) if (at === time) lines.push([data.texts[words], ""]);
      return lines;
    };

    const chip = (item) => {
      const node = make("li", "chip");
      node.append(spot(colorOf.get(item.kind)), make("bdi", "", item.title), make("small", "", ` ${item.label}`));
      return node;
    };

    const stage = (film, time) => {
      const running = film.gifts.find((item) => item.started !== null && item.started <= time && (item.ended === null || item.ended > time));
      const waiting = film.gifts.filter(
        (item) => item.arrived <= time && (item.started === null || item.started > time) && (item.ended === null || item.ended > time));
      const box = make("article", "stage");
      box.append(make("h3", "", make("bdi", "", film.name)));
      if (film.settings) box.append(make("p", "quiet", film.settings));
      const screen = make("div", "screen");
      if (running) {
        const share = progress(running, time);
        screen.append(make("p", "gift-name", spot(colorOf.get(running.kind)), make("bdi", "", running.title)));
        screen.append(make("p", "sender", `gift ${running.label}${running.sender ? " from " : ""}`, make("bdi", "", running.sender)));
        if (share !== null) {
          const meter = make("progress");
          meter.max = 1;
          meter.value = share;
          meter.setAttribute("aria-label", "Progress");
          screen.append(meter, make("span", "share", `${Math.floor(share * 100 + 1e-9)} %`));
        }
      } else {
        screen.append(make("p", "empty", "The stage is empty."));
      }
      box.append(screen, make("h4", "", waiting.length === 1 ? "1 gift waits" : `${waiting.length} gifts wait`));
      const queue = make("ol", "queue", ...waiting.slice(0, 12).map(chip));
      if (waiting.length > 12) queue.append(make("li", "chip more", `and ${waiting.length - 12} more`));
      box.append(queue, make("h4", "", "At this moment"));
      const lines = happenings(film, time).map(([words, rule]) => {
        const line = make("li", "", make("bdi", "", words));
        if (rule) line.append(make("span", "rule", rule));
        return line;
      });
      box.append(make("ul", "events", ...(lines.length ? lines : [make("li", "quiet", "Nothing happens.")])));
      return [box, running, waiting.length, lines.length];
    };

    const show = (time) => {
      let index = 0;
      while (index + 1 < moments.length && moments[index + 1] <= time) index += 1;
      range.value = String(index);
      output.textContent = seconds(time);
      const share = (time - data.from) / (data.to - data.from);
      for (const head of heads) for (const end of ["x1", "x2"]) head.setAttribute(end, String(share * 1000));
      const views = films.map((film) => stage(film, time));
      stages.replaceChildren(...views.map(([box]) => box));
      const words = views.map(([, running, count], place) =>
        `${films[place].name}: ${running ? running.title + " plays" : "empty stage"}, ${count} waiting`);
      range.setAttribute("aria-valuetext", `${seconds(time)}. ${words.join("; ")}`);
      spoken.textContent = `${seconds(time)}. ${words.join("; ")}`;
      for (const row of steps) {
        const isNow = Number(row.dataset.at) === time;
        row.classList.toggle("now", isNow);
        if (isNow) row.setAttribute("aria-current", "step");
        else row.removeAttribute("aria-current");
      }
      const now = steps.find((row) => row.classList.contains("now"));
      if (now) reveal(now);
      root.dataset.time = String(time);
    };
    const step = (distance) => show(moments[Math.max(0, Math.min(moments.length - 1, Number(range.value) + distance))]);

    range.addEventListener("input", () => show(moments[Number(range.value)]));
    root.querySelector(".previous").addEventListener("click", () => step(Number(root.dataset.time) > moments[Number(range.value)] ? 0 : -1));
    root.querySelector(".next").addEventListener("click", () => step(1));
    for (const drawing of all(".lanes", root)) {
      const move = (event) => {
        const place = drawing.getBoundingClientRect();
        const share = Math.max(0, Math.min(1, (event.clientX - place.left) / place.width));
        show(Math.round(data.from + share * (data.to - data.from)));
      };
      drawing.addEventListener("pointerdown", (event) => {
        drawing.setPointerCapture(event.pointerId);
        move(event);
      });
      drawing.addEventListener("pointermove", (event) => { if (event.buttons & 1) move(event); });
    }
    for (const row of steps) row.addEventListener("click", () => show(Number(row.dataset.at)));
    for (const part of [root.querySelector(".controls"), stages]) part.hidden = false;
    show(data.mark ?? moments[0]);
  };

  // MARK: Charts

  const startChart = (root) => {
    const range = root.querySelector(".controls input");
    const output = root.querySelector(".controls output");
    const rows = all("tbody tr", root);
    const labels = all(".legend .now", root);
    const head = root.querySelector(".playhead");
    const show = () => {
      const row = rows[Number(range.value)];
      if (!row) return;
      const [value, ...cells] = [...row.children].map((cell) => cell.textContent.trim());
      output.textContent = value;
      labels.forEach((label, index) => { label.textContent = cells[index]; });
      const names = all(".legend .key span", root).map((name, index) => `${name.textContent} ${cells[index]}`);
      range.setAttribute("aria-valuetext", `${value}: ${names.join(", ")}`);
      const x = String(rows.length > 1 ? (Number(range.value) / (rows.length - 1)) * 1000 : 0);
      for (const end of ["x1", "x2"]) head.setAttribute(end, x);
    };
    range.addEventListener("input", show);
    root.querySelector(".controls").hidden = false;
    show();
  };

  // MARK: Page

  const schemes = ["system", "light", "dark"];
  const button = document.getElementById("scheme");
  button.addEventListener("click", () => {
    const now = document.documentElement.dataset.scheme ?? "system";
    const next = schemes[(schemes.indexOf(now) + 1) % schemes.length];
    if (next === "system") delete document.documentElement.dataset.scheme;
    else document.documentElement.dataset.scheme = next;
    button.textContent = `Colors: ${next}`;
  });

  const figures = document.getElementById("figures");
  document.getElementById("download")?.addEventListener("click", () => {
    const address = URL.createObjectURL(new Blob([figures.textContent, "\n"], {type: "application/json"}));
    const link = make("a");
    link.href = address;
    link.download = `giftty-${document.documentElement.dataset.command}.json`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  });

  addEventListener("beforeprint", () => { for (const part of all("details")) part.open = true; });
  document.querySelector(".actions").hidden = false;
  all(".film").forEach(startFilm);
  all(".chart:has(.controls)").forEach(startChart);
})();
