// The settings of playback: what they are called, what they take, and what they mean.

import { settings } from "./settings.js";

const labels = {
  mode: { label: "Mode" },
  replaceAt: { label: "Replaceable from", hint: "0 to 1 of the running gift; above 1 is never." },
  early: { label: "A gift that comes too early", hint: "Dropped, or held until the running one may be replaced." },
  backlog: { label: "Waiting gifts at a switch to replace", hint: "Discarded, or parked until the switch back." },
  maxWaiting: { label: "Maximum queue length", hint: "Empty is no limit." },
  overflow: { label: "When the queue is full", hint: "Which gift is dropped." },
  expireAfter: { label: "Longest wait, in seconds", hint: "What waited longer doesn't play. Empty is no limit." },
  combineWithin: { label: "Count up within, in seconds",
    hint: "The same gift by the same sender is counted up instead of played again. Empty is never." },
  order: { label: "Order of the waiting gifts", hint: "By arrival, or the highest value first." },
  gap: { label: "Pause between two gifts, in seconds", hint: "In queue mode." },
  missing: { label: "A gift without its animation",
    hint: "Dropped, or it waits while the animation is fetched." },
  waitAtMost: { label: "Longest wait for an animation, in seconds" },
  loopWhile: { label: "How long a loop is repeated",
    hint: "During a streak, until another gift waits, or never. For animations with intro, loop and outro." },
};

/** In the order of the server's table, from which `standard` is, what holds where nothing is published. */
export const rules = settings.map((setting) => ({ label: setting.name, ...setting, ...labels[setting.name] }));

/** The rule of this name. */
export function ruleNamed(name) {
  return rules.find((rule) => rule.name === name);
}

/** A value as it is written: `replace`, `0.3`, `none`. */
export function written(value) {
  return value === null ? "none" : String(value);
}

/** Seconds out of what the store may have published: a number, or a text such as `250ms`, `1.5s` or `2m`. */
export function asNumber(value) {
  if (typeof value !== "string") return value;
  const parts = /^([0-9.]+)\s*(ms|s|m|h)?$/.exec(value);
  if (parts === null) return value === "none" ? null : Number.NaN;
  return Number(parts[1]) * { ms: 0.001, s: 1, m: 60, h: 3600 }[parts[2] ?? "s"];
}
