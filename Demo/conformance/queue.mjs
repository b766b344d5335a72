// A small gift queue, as a web app has one, that logs what it does: one JSON object a line, for giftty conform.
//
//   node queue.mjs events.ndjson >app.log              the right queue
//   node queue.mjs --bug stall events.ndjson           a failed download stops it for good
//   node queue.mjs --bug overflow events.ndjson        it drops a gift although one more may wait
//
// Events are lines of a giftty feed: {"at":0,"type":"gift","gift":"rocket","from":{"name":"ann"},"duration":4}.
// The animation of a gift of the kind "broken" cannot be loaded.
import { readFileSync } from "node:fs";

const MAX_WAITING = 3;

/** A clock and the work that is due at its times. A real app has setTimeout and performance.now(). */
class Clock {
  now = 0;
  #tasks = [];
  #count = 0;

  at(time, task) {
    this.#tasks.push({ time, task, order: this.#count++ });
  }

  run() {
    while (this.#tasks.length) {
      this.#tasks.sort((a, b) => a.time - b.time || a.order - b.order);
      const { time, task } = this.#tasks.shift();
      this.now = time;
      task();
    }
  }
}

/** The log. This is all that an app needs to add for giftty conform. */
class GiftLog {
  constructor(clock) {
    this.clock = clock;
    this.line({ event: "settings", mode: "queue", maxWaiting: MAX_WAITING, overflow: "dropOldest" });
  }

  line(content) {
    console.log(JSON.stringify({ at: Number(this.clock.now.toFixed(9)), ...content }));
  }

  arrived(gift) {
    const { number, kind, sender, count, duration } = gift;
    this.line({ event: "arrived", gift: number, name: kind, from: sender, count, duration });
  }

  started(gift) {
    this.line({ event: "started", gift: gift.number });
  }

  ended(gift, outcome, reason) {
    this.line({ event: "ended", gift: gift.number, outcome, reason });
  }
}

/** The queue: one gift plays, at most three wait, and of a fourth the oldest goes. */
class GiftQueue {
  #waiting = [];
  #isPlaying = false;

  constructor(clock, log, bug) {
    this.clock = clock;
    this.log = log;
    this.bug = bug;
  }

  receive(gift) {
    this.log.arrived(gift);
    if (gift.isBroken) {
      this.log.ended(gift, "dropped", "missing");
      // Bug 1: the player is told to prepare, and only the end of an animation sets it free. The download of this one
      // fails, nothing ever ends, and no gift plays again.
      if (this.bug === "stall") this.#isPlaying = true;
      return;
    }
    this.#waiting.push(gift);
    this.#next();
    // Bug 2: the gift on the stage is counted as if it waited, so one place stays unused.
    const limit = this.bug === "overflow" ? MAX_WAITING - 1 : MAX_WAITING;
    if (this.#waiting.length > limit) this.log.ended(this.#waiting.shift(), "dropped", "overflow");
  }

  #next() {
    if (this.#isPlaying || !this.#waiting.length) return;
    const gift = this.#waiting.shift();
    this.#isPlaying = true;
    this.log.started(gift);
    this.clock.at(this.clock.now + gift.duration, () => {
      this.#isPlaying = false;
      this.log.ended(gift, "completed");
      this.#next();
    });
  }
}

const words = process.argv.slice(2);
const bug = words[0] === "--bug" ? words.splice(0, 2)[1] : process.env.GIFT_QUEUE_BUG;
const lines = readFileSync(words[0] ?? "/dev/stdin", "utf8").split("\n").filter((line) => line.trim());

const clock = new Clock();
const queue = new GiftQueue(clock, new GiftLog(clock), bug);
lines.map((line) => JSON.parse(line)).filter((event) => event.type === "gift").forEach((event, index) => {
  const gift = {
    number: index + 1, kind: event.gift, sender: event.from?.name ?? "", count: event.count ?? 1,
    duration: event.duration ?? 2, isBroken: event.gift === "broken",
  };
  clock.at(event.at, () => queue.receive(gift));
});
clock.run();
