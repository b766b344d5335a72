// What is published, and changes of it that don't undo what somebody else does at the same time.

import * as store from "./store.js";
import { written } from "./rules.js";

const mostAttempts = 4;

/** Somebody else changed the same thing; `changes` says what, in words. */
export class Conflict extends Error {
  constructor(changes) {
    super(`Somebody else changed this meanwhile: ${changes.join(", ")}. Yours was not published.`);
  }
}

/** The person did not confirm the change. */
export class Declined extends Error {
  constructor() {
    super("Nothing was published.");
  }
}

/** The settings that the store publishes, as far as this page knows them. */
export class Published {
  document = { revision: 0, default: {}, rooms: {}, rollout: [] };
  #tag = null;
  #last = Promise.resolve();
  #confirm;

  /** `confirm` asks the person about a change of many rooms, with its preview, and answers with true or false. */
  constructor(confirm) {
    this.#confirm = confirm;
  }

  /** Asks the store. */
  async load() {
    const { document, tag } = await store.settings();
    this.document = { default: {}, rooms: {}, rollout: [], ...document };
    this.#tag = tag;
  }

  /**
   * Publishes what `change` makes of the settings; changes go out one after the other. `seen` is the document that the
   * person had before them. What others changed elsewhere in the meantime is kept; a change of the same thing is a
   * `Conflict`, after which `document` holds what is published now. `reason` is for the audit log.
   */
  publish(change, seen = this.document, reason = "") {
    const done = this.#last.then(() => this.#publish(change, seen, reason));
    this.#last = done.catch(() => {});
    return done;
  }

  async #publish(change, seen, reason) {
    for (let attempt = 1; ; attempt += 1) {
      const conflicts = conflictsBetween(seen, change(structuredClone(seen)), this.document);
      if (conflicts.length > 0) throw new Conflict(conflicts);
      const wanted = change(structuredClone(this.document));
      try {
        const asked = await store.publishSettings(wanted, this.#tag, { reason });
        if (asked !== null) {
          if (!await this.#confirm(asked.preview)) throw new Declined();
          await store.publishSettings(wanted, this.#tag, { reason, confirmation: asked.confirmation });
        }
        return await this.load();
      } catch (failure) {
        if (failure.status !== 412 || attempt === mostAttempts) throw failure;
        await this.load();
      }
    }
  }
}

/** What both `mine` and `theirs` changed in `base`, each to something else. */
export function conflictsBetween(base, mine, theirs) {
  const [before, here, there] = [parts(base), parts(mine), parts(theirs)];
  const names = new Set([...before.keys(), ...here.keys(), ...there.keys()]);
  const differs = (one, other, name) => one.get(name)?.text !== other.get(name)?.text;
  return [...names]
    .filter((name) => differs(before, here, name) && differs(before, there, name) && differs(here, there, name))
    .map((name) => there.has(name) ? there.get(name).words : `${name} is gone`);
}

/** The parts of settings that are changed on their own, each with a text to compare and words to show. */
function parts(document) {
  const found = new Map();
  for (const [name, value] of Object.entries(document.default ?? {})) {
    found.set(name, { text: JSON.stringify(value), words: `${name} is ${written(value)}` });
  }
  for (const [room, settings] of Object.entries(document.rooms ?? {})) {
    found.set(`room ${room}`, { text: stable(settings), words: `the settings of room ${room}` });
  }
  if ((document.rollout ?? []).length > 0) {
    found.set("shares", { text: stable(document.rollout), words: "the shares of rooms" });
  }
  return found;
}

/** JSON that is the same whatever order members were written in. */
export function stable(value) {
  return JSON.stringify(value, (_, part) =>
    part !== null && typeof part === "object" && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part);
}
