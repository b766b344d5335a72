// A file on its way to become a gift: what it shall be called, how far it is, and what the store says to it.

import { byId, element, showMessage } from "./element.js";
import { findings } from "./findings.js";
import * as store from "./store.js";
import { size } from "./words.js";

/** A package may not be larger, so the way there can be saved. */
const largestPackage = 32 * 1024 * 1024;
const idPattern = /^[a-z0-9][a-z0-9._-]{0,63}$/;
const idRule = "up to 64 lower-case letters, digits, “.”, “_” and “-”, a letter or digit first";

let numbered = 0;

/** A form for one file. */
export class Upload {
  #file;
  #tools;
  #parts;
  #fields;

  /** `tools` has `giftOf(id)`, `published(id)` and `refused(failure)`. */
  constructor(file, id, tools) {
    this.#file = file;
    this.#tools = tools;
    const field = (label, properties) => {
      numbered += 1;
      const input = element("input", { id: `upload-${numbered}`, type: "text", autocomplete: "off", spellcheck: false, ...properties });
      return { input, field: element("div", { className: "field" }, element("label", { for: input.id }, label), input) };
    };
    this.#fields = {
      id: field("Id", { value: id, maxLength: 64 }),
      name: field("Name", { maxLength: 100 }),
      value: field("Value in coins", { type: "number", min: "0", step: "1" }),
      tags: field("Tags, with commas", {}),
      emoji: field("Emoji", { maxLength: 16 }),
      ascii: field("Without emoji", { maxLength: 16, placeholder: "<3" }),
    };
    this.#parts = {
      effect: element("p", { className: "quiet effect", role: "status" }),
      message: element("p", { className: "message", role: "status", hidden: true }),
      progress: element("progress", { max: 1, value: 0, hidden: true, "aria-label": `Sending ${file.name}` }),
      publish: element("button", { type: "submit", className: "button primary small" }, "Publish"),
      remove: element("button", { type: "button", className: "button small" }, "Remove"),
      findings: element("div", { className: "findings", hidden: true }),
    };
    const { effect, message, progress, publish, remove } = this.#parts;
    const { name, value, tags, emoji, ascii } = this.#fields;
    this.#parts.about = element(
      "details", { className: "about" },
      element("summary", {}, "Name, value and tags"),
      element("p", { className: "quiet" }, "Empty fields keep the value of the file or of the previous version."),
      element("div", { className: "about-fields" }, [name, value, tags, emoji, ascii].map((one) => one.field)));
    const form = element(
      "form", { noValidate: true },
      element("p", { className: "upload-file" }, element("strong", {}, file.name), " ", element("span", { className: "quiet" }, size(file.size))),
      this.#fields.id.field, effect, this.#parts.about, progress, message, this.#parts.findings,
      element("div", { className: "actions" }, publish, remove));
    this.element = element("li", { className: "upload" }, form);
    this.#fields.id.input.addEventListener("input", () => this.#showEffect());
    remove.addEventListener("click", () => this.#leave());
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#send();
    });
    this.#showEffect();
  }

  focus() {
    this.#parts.publish.focus();
  }

  #leave() {
    const next = this.element.nextElementSibling ?? this.element.previousElementSibling;
    this.element.remove();
    (next?.querySelector("input, button") ?? byId("files")).focus();
  }

  #showEffect() {
    const { input } = this.#fields.id;
    const gift = this.#tools.giftOf(input.value);
    const isValid = idPattern.test(input.value);
    input.setAttribute("aria-invalid", String(!isValid));
    this.#parts.effect.textContent = !isValid ? `Expected ${idRule}.`
      : gift ? `A new version of ${gift.name}, which is at ${gift.version}.` : "A new gift.";
    this.#fields.name.input.placeholder = gift?.name ?? "";
    this.#fields.value.input.placeholder = String(gift?.value ?? 0);
    this.#fields.tags.input.placeholder = (gift?.tags ?? []).join(", ");
    this.#fields.emoji.input.placeholder = gift?.sign?.emoji ?? "";
  }

  /** What is said of the gift beside its file; null, with the reason shown, where it can't be read. */
  #about() {
    const { value } = this.#fields;
    if (!value.input.validity.valid) {
      this.#refuse("Value: expected a whole number from 0 up.");
      this.#parts.about.open = true;
      value.input.focus();
      return null;
    }
    const about = {};
    for (const name of ["name", "value", "tags", "emoji", "ascii"]) {
      const text = this.#fields[name].input.value.trim();
      if (text !== "") about[name] = text;
    }
    return about;
  }

  async #send() {
    const { message, progress, publish } = this.#parts;
    const id = this.#fields.id.input.value;
    if (!idPattern.test(id)) return this.#fields.id.input.focus();
    if (this.#file.size > largestPackage) {
      return this.#refuse(`It has ${size(this.#file.size)}; a gift may have 32 MiB at most.`);
    }
    const about = this.#about();
    if (about === null) return;
    this.#lock(true);
    progress.hidden = false;
    this.#parts.findings.hidden = true;
    showMessage(message, "Sending…");
    try {
      const answer = await store.publish(id, this.#file, about, (share) => {
        progress.value = share;
        if (share === 1) showMessage(message, "The store is checking the file…");
      });
      this.#finish(answer);
      this.#tools.published(id);
    } catch (failure) {
      progress.hidden = true;
      this.#lock(false);
      publish.focus();
      this.#refuse(failure.message);
      this.#tools.refused(failure);
    }
  }

  #lock(isLocked) {
    this.#parts.publish.disabled = isLocked;
    for (const { input } of Object.values(this.#fields)) input.readOnly = isLocked;
  }

  #refuse(reason) {
    showMessage(this.#parts.message, `Not published. ${reason}`, "error");
  }

  #finish(answer) {
    const { message, progress, publish, remove, effect, about } = this.#parts;
    for (const part of [progress, publish, effect, about]) part.hidden = true;
    remove.textContent = "Done";
    remove.focus();
    const version = answer.gift?.version;
    showMessage(message, version ? `Published as version ${version}.` : "Published.", "good");
    const found = findings(answer);
    if (found === null) return;
    this.#parts.findings.replaceChildren(
      element("details", { open: true }, element("summary", {}, "What is in it"), found));
    this.#parts.findings.hidden = false;
  }
}
