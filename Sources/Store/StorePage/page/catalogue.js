// The gifts as cards. A card stays the same element while its gift changes, so that focus and pictures stay.

import { byId, element } from "./element.js";
import { lint } from "./findings.js";
import { written } from "./rules.js";
import * as store from "./store.js";
import { count, counted, day, seconds, size } from "./words.js";

/** Enough for most stores; more are shown when asked for, since every card is a moving picture. */
const cardsAtOnce = 60;

const orders = {
  value: (one, other) => one.value - other.value || one.name.localeCompare(other.name),
  name: (one, other) => one.name.localeCompare(other.name),
  published: (one, other) => (one.published < other.published ? 1 : one.published > other.published ? -1 : 0),
};

/** The list of gifts. `actions` has `withdraw`, `rollBack` and `renew(gift, files)`, each called for a gift. */
export class Catalogue {
  #gifts = null;
  #cards = new Map();
  #shown = cardsAtOnce;
  #actions;
  #isUnlocked;
  #isMoving = !matchMedia("(prefers-reduced-motion: reduce)").matches;

  constructor({ actions, isUnlocked }) {
    this.#actions = actions;
    this.#isUnlocked = isUnlocked;
    for (const id of ["search", "order"]) {
      byId(id).addEventListener("input", () => {
        this.#shown = cardsAtOnce;
        this.refresh();
      });
    }
    byId("show-more").addEventListener("click", () => this.#showMore());
    byId("motion").addEventListener("click", () => {
      this.#isMoving = !this.#isMoving;
      this.refresh();
    });
  }

  /** The gift of this id, or undefined. */
  gift(id) {
    return this.#gifts?.find((gift) => gift.id === id);
  }

  /** Shows these gifts from now on. */
  show(gifts) {
    const before = this.#gifts && new Map(this.#gifts.map((gift) => [gift.id, gift.version]));
    this.#gifts = gifts;
    this.refresh();
    if (before === null) return;
    for (const gift of gifts) {
      if (before.get(gift.id) !== gift.version) this.#cards.get(gift.id)?.markChanged();
    }
  }

  /** Brings the cards up to date with the gifts, the search and what may be done. */
  refresh() {
    byId("motion").textContent = this.#isMoving ? "Pause previews" : "Play previews";
    if (this.#gifts === null) return;
    const sought = byId("search").value.trim().toLowerCase();
    const found = this.#gifts
      .filter((gift) => sought === "" || [gift.id, gift.name, ...gift.tags ?? []].some((text) => text.toLowerCase().includes(sought)))
      .sort(orders[byId("order").value]);
    const all = counted(this.#gifts.length, "gift");
    const text = sought === "" ? all : `${count(found.length)} of ${all}`;
    if (byId("gifts-count").textContent !== text) byId("gifts-count").textContent = text;
    this.#place(found.slice(0, this.#shown));
    byId("show-more").hidden = found.length <= this.#shown;
  }

  #place(gifts) {
    const list = byId("cards");
    const kept = new Set(gifts.map((gift) => gift.id));
    for (const [id, card] of this.#cards) {
      if (kept.has(id)) continue;
      if (card.element.contains(document.activeElement)) byId("gifts").focus();
      card.element.remove();
      this.#cards.delete(id);
    }
    gifts.forEach((gift, position) => {
      let card = this.#cards.get(gift.id);
      if (card === undefined) {
        card = new Card(gift, this.#actions);
        this.#cards.set(gift.id, card);
      }
      card.show(gift, { isMoving: this.#isMoving, isUnlocked: this.#isUnlocked() });
      if (list.children[position] !== card.element) list.insertBefore(card.element, list.children[position] ?? null);
    });
    list.querySelector(".empty")?.remove();
    if (gifts.length === 0) list.append(element("li", { className: "empty" }, "No gift is found."));
  }

  #showMore() {
    const first = this.#shown;
    this.#shown += cardsAtOnce;
    this.refresh();
    byId("cards").children[first]?.querySelector("a, button")?.focus();
  }
}

/** One gift. */
class Card {
  #gift;
  #shownFindings = null;
  #parts;

  constructor(gift, actions) {
    const button = (label, className, act) => {
      const made = element("button", { type: "button", className: `button small ${className}` }, label);
      made.addEventListener("click", () => act(this.#gift));
      return made;
    };
    const file = element("input", { type: "file", accept: ".zip,.lottie,.json", className: "visually-hidden", tabIndex: -1, "aria-hidden": "true" });
    file.addEventListener("change", () => {
      actions.renew(this.#gift, [...file.files]);
      file.value = "";
    });
    const nameId = `gift-${gift.id}`;
    this.#parts = {
      preview: element("img", { className: "preview", alt: "", width: 240, height: 180, loading: "lazy", decoding: "async", draggable: false }),
      sign: element("span", { className: "sign", "aria-hidden": "true", hidden: true }),
      name: element("h3", { id: nameId, className: "name" }),
      id: element("code", { className: "gift-id" }),
      value: element("span", { className: "value" }),
      facts: element("p", { className: "facts" }),
      tags: element("ul", { className: "tags", "aria-label": "Tags" }),
      settings: element("p", { className: "facts" }),
      findings: element("div", {}),
      lint: element("details", { className: "findings" }, element("summary", {}, "Findings")),
      package: element("a", { className: "button small", download: "" }, "Download"),
      renew: button("New version", "", () => file.click()),
      rollBack: button("Roll back", "", actions.rollBack),
      withdraw: button("Withdraw", "danger", actions.withdraw),
      file,
    };
    const { preview, sign, name, id, value, facts, tags, settings, renew, rollBack, withdraw } = this.#parts;
    this.#parts.lint.append(this.#parts.findings);
    this.#parts.lint.addEventListener("toggle", () => this.#showFindings());
    preview.addEventListener("error", () => this.#showSign());
    preview.addEventListener("load", () => { sign.hidden = true; preview.hidden = false; });
    this.element = element(
      "li", { className: "card", dataset: { gift: gift.id } },
      element("article", { "aria-labelledby": nameId },
        element("div", { className: "stage" }, preview, sign),
        element("div", { className: "card-body" },
          element("div", { className: "card-head" }, name, value), id, facts, settings, tags, this.#parts.lint),
        element("div", { className: "card-actions" }, this.#parts.package, renew, rollBack, withdraw, file)));
    this.element.addEventListener("animationend", () => this.element.classList.remove("changed"));
  }

  show(gift, { isMoving, isUnlocked }) {
    this.#gift = gift;
    const parts = this.#parts;
    // An open list is of the version before.
    if (this.#shownFindings !== gift.version) this.#showFindings();
    const picture = `gifts/${encodeURIComponent(gift.id)}/${gift.version}/${isMoving ? "preview" : "still"}.png`;
    if (parts.preview.getAttribute("src") !== picture) parts.preview.src = picture;
    parts.name.textContent = gift.name;
    parts.id.textContent = gift.id;
    parts.value.textContent = count(gift.value);
    parts.value.title = counted(gift.value, "coin");
    const sides = gift.width > 0 ? `${gift.width}×${gift.height}` : null;
    const facts = [`v${gift.version}`, seconds(gift.duration), size(gift.size), sides, day(gift.published)];
    parts.facts.replaceChildren(...facts.filter((fact) => fact).map((fact) => element("span", {}, fact)));
    parts.tags.replaceChildren(...(gift.tags ?? []).map((tag) => element("li", {}, tag)));
    const settings = Object.entries(gift.settings ?? {}).map(([name, value]) => `${name}: ${written(value)}`);
    parts.settings.replaceChildren(...settings.map((setting) => element("code", {}, setting)));
    parts.settings.hidden = settings.length === 0;
    parts.tags.hidden = (gift.tags ?? []).length === 0;
    parts.package.href = safeReference(gift.package);
    parts.package.setAttribute("aria-label", `Download ${gift.name}`);
    for (const [name, words] of [["renew", "New version of"], ["rollBack", "Roll back"], ["withdraw", "Withdraw"]]) {
      parts[name].setAttribute("aria-label", `${words} ${gift.name}`);
      parts[name].hidden = !isUnlocked;
    }
    parts.rollBack.hidden ||= gift.version < 2;
  }

  /** Asks for the findings of the version that is shown, once, when they are wanted. */
  async #showFindings() {
    const { lint: details, findings } = this.#parts;
    const gift = this.#gift;
    if (!details.open || this.#shownFindings === gift.version) return;
    this.#shownFindings = gift.version;
    findings.textContent = "Asking…";
    try {
      const list = await store.lintFindings(gift);
      if (this.#shownFindings !== gift.version) return;
      const words = list === null ? "This version was published before the store looked for findings." : "Nothing was found.";
      findings.replaceChildren(lint(list) ?? element("p", { className: "quiet" }, words));
    } catch (failure) {
      this.#shownFindings = null;
      findings.textContent = failure.message;
    }
  }

  markChanged() {
    this.element.classList.remove("changed");
    requestAnimationFrame(() => this.element.classList.add("changed"));
  }

  #showSign() {
    this.#parts.sign.textContent = this.#gift.sign?.emoji ?? this.#gift.name.slice(0, 1);
    this.#parts.sign.hidden = false;
    this.#parts.preview.hidden = true;
  }
}

/** The reference where it leads to a web address, and nowhere otherwise: no `javascript:` is ever followed. */
function safeReference(reference) {
  try {
    const url = new URL(reference, document.baseURI);
    return ["http:", "https:"].includes(url.protocol) ? url.href : "#";
  } catch {
    return "#";
  }
}
