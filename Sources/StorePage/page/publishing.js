// Files become gifts: chosen or dropped, named, sent, and answered with what the store found in them.

import { byId, element, showMessage } from "./element.js";
import * as store from "./store.js";
import { size } from "./words.js";

/** A package may not be larger, so the way there can be saved. */
const largestPackage = 32 * 1024 * 1024;
const idPattern = /^[a-z0-9][a-z0-9._-]{0,63}$/;
const idRule = "up to 64 lower-case letters, digits, “.”, “_” and “-”, a letter or digit first";

/** The id that a file's name suggests: `My Rocket.lottie` → `my-rocket`. */
export function suggestedId(fileName) {
  return fileName.toLowerCase().replace(/\.(zip|lottie|json)$/, "")
    .replace(/[^a-z0-9._-]+/g, "-").replace(/^[^a-z0-9]+|-+$/g, "").slice(0, 64);
}

/**
 * Connects the ways in for files. `giftOf(id)` is the gift of that id, `published(id)` is called after one was
 * published. Answers with `offer(files, id)`, which lists files to be published.
 */
export function publishing({ giftOf, isUnlocked, published, refused, locked }) {
  function offer(files, id) {
    if (!isUnlocked()) return locked();
    const rows = files.map((file) => new Upload(file, id ?? suggestedId(file.name), { giftOf, published, refused }));
    for (const row of rows) byId("uploads").append(row.element);
    rows.at(0)?.focus();
  }

  const input = byId("files");
  input.addEventListener("change", () => {
    offer([...input.files]);
    input.value = "";
  });
  connectDropping(offer, isUnlocked);
  return offer;
}

/** The whole page takes files; on a card they become that gift's next version. */
function connectDropping(offer, isUnlocked) {
  const veil = byId("veil");
  const hasFiles = (event) => event.dataTransfer?.types.includes("Files");
  const cardAt = (event) => event.target instanceof Element ? event.target.closest(".card") : null;
  let depth = 0;
  let target = null;

  function show(card) {
    target?.classList.remove("target");
    target = card;
    target?.classList.add("target");
    const name = card?.querySelector(".name")?.textContent;
    byId("veil-text").textContent = !isUnlocked() ? "Unlock the store first"
      : name ? `Drop for a new version of ${name}` : "Drop to publish";
    veil.hidden = depth === 0;
    byId("drop").classList.toggle("over", depth > 0);
  }

  addEventListener("dragenter", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    depth += 1;
    show(cardAt(event));
  });
  addEventListener("dragover", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = isUnlocked() ? "copy" : "none";
    if (cardAt(event) !== target) show(cardAt(event));
  });
  addEventListener("dragleave", (event) => {
    if (!hasFiles(event)) return;
    depth = Math.max(0, depth - 1);
    if (depth === 0) show(null);
  });
  addEventListener("drop", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    depth = 0;
    const id = cardAt(event)?.dataset.gift;
    show(null);
    offer([...event.dataTransfer.files], id);
  });
}

/** A file on its way. */
class Upload {
  #file;
  #tools;
  #parts;

  constructor(file, id, tools) {
    this.#file = file;
    this.#tools = tools;
    const inputId = `upload-${crypto.getRandomValues(new Uint32Array(1))[0]}`;
    this.#parts = {
      id: element("input", { id: inputId, type: "text", value: id, autocomplete: "off", spellcheck: false, maxLength: 64 }),
      effect: element("p", { className: "quiet effect", role: "status" }),
      message: element("p", { className: "message", role: "status", hidden: true }),
      progress: element("progress", { max: 1, value: 0, hidden: true, "aria-label": `Sending ${file.name}` }),
      publish: element("button", { type: "submit", className: "button primary small" }, "Publish"),
      remove: element("button", { type: "button", className: "button small" }, "Remove"),
      findings: element("div", { className: "findings", hidden: true }),
    };
    const { id: input, effect, message, progress, publish, remove, findings } = this.#parts;
    const form = element(
      "form", { noValidate: true },
      element("p", { className: "upload-file" }, element("strong", {}, file.name), " ", element("span", { className: "quiet" }, size(file.size))),
      element("label", { for: inputId }, "Id of the gift"), input, effect, progress, message, findings,
      element("div", { className: "actions" }, publish, remove));
    this.element = element("li", { className: "upload" }, form);
    input.addEventListener("input", () => this.#showEffect());
    remove.addEventListener("click", () => {
      const next = this.element.nextElementSibling ?? this.element.previousElementSibling;
      this.element.remove();
      (next?.querySelector("button, input") ?? byId("files")).focus();
    });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#send();
    });
    this.#showEffect();
  }

  focus() {
    this.#parts.publish.focus();
  }

  #showEffect() {
    const id = this.#parts.id.value;
    const gift = this.#tools.giftOf(id);
    const isValid = idPattern.test(id);
    this.#parts.id.setAttribute("aria-invalid", String(!isValid));
    this.#parts.effect.textContent = !isValid ? `Expected ${idRule}.`
      : gift ? `A new version of ${gift.name}, which is at ${gift.version}.` : "A new gift.";
  }

  async #send() {
    const { id: input, message, progress, publish, remove, findings, effect } = this.#parts;
    const id = input.value;
    if (!idPattern.test(id)) return input.focus();
    if (this.#file.size > largestPackage) {
      return this.#refuse(`It has ${size(this.#file.size)}; a gift may have 32 MiB at most.`);
    }
    input.readOnly = true;
    publish.disabled = true;
    progress.hidden = false;
    findings.hidden = true;
    showMessage(message, "Sending…");
    try {
      const answer = await store.publish(id, this.#file, (share) => {
        progress.value = share;
        if (share === 1) showMessage(message, "The store is looking at it…");
      });
      progress.hidden = true;
      publish.hidden = true;
      effect.hidden = true;
      remove.textContent = "Done";
      remove.focus();
      const version = (answer.gift ?? answer).version;
      showMessage(message, version ? `Published as version ${version}.` : "Published.", "good");
      this.#showFindings(answer);
      this.#tools.published(id);
    } catch (failure) {
      progress.hidden = true;
      publish.disabled = false;
      input.readOnly = false;
      publish.focus();
      this.#refuse(failure.message);
      this.#tools.refused(failure);
    }
  }

  #refuse(reason) {
    showMessage(this.#parts.message, `Not published. ${reason}`, "error");
  }

  /** What the store says about the animation, as it says it. */
  #showFindings(answer) {
    const inspection = answer.inspection ?? answer.inspect;
    if (inspection === undefined) return;
    const { findings } = this.#parts;
    const text = typeof inspection === "string" ? inspection : JSON.stringify(inspection, null, 2);
    findings.replaceChildren(
      element("details", { open: true }, element("summary", {}, "What is in it"), element("pre", { tabIndex: 0 }, text)));
    findings.hidden = false;
  }
}
