// The ways in for files that shall become gifts: chosen, dropped on the page, or dropped on a gift.

import { byId } from "./element.js";
import { Upload } from "./upload.js";

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
    event.dataTransfer.dropEffect = "copy";
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
