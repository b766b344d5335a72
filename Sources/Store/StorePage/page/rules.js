// The settings of playback: what they are called, what they take, and what they mean.

/** In the order of their table; `standard` is what holds where nothing is published. */
export const rules = [
  { name: "mode", words: ["queue", "replace"], label: "Mode" },
  { name: "replaceAt", number: "fraction", standard: 0.3, label: "Replaceable from",
    hint: "0 to 1 of the running gift; above 1 is never." },
  { name: "early", words: ["drop", "hold"], label: "A gift that comes too early",
    hint: "Dropped, or held until the running one may be replaced." },
  { name: "backlog", words: ["discard", "park"], label: "What waits at a switch to replace",
    hint: "Discarded, or parked until the switch back." },
  { name: "maxWaiting", number: "count", standard: null, label: "Most gifts that wait", hint: "Empty is no limit." },
  { name: "overflow", words: ["dropNewest", "dropOldest", "dropCheapest"], label: "When one too many waits",
    hint: "Which of them goes." },
  { name: "expireAfter", number: "duration", standard: null, label: "Longest wait, in seconds",
    hint: "What waited longer doesn't play. Empty is no limit." },
  { name: "combineWithin", number: "duration", standard: null, label: "Count up within, in seconds",
    hint: "The same gift by the same sender is counted up instead of played again. Empty is never." },
  { name: "order", words: ["arrival", "value"], label: "Order of those that wait",
    hint: "As they arrived, or dearest first." },
  { name: "gap", number: "duration", standard: 0, label: "Pause between two gifts, in seconds",
    hint: "In queue mode." },
  { name: "missing", words: ["drop", "wait"], label: "A gift without its animation",
    hint: "Dropped, or it waits while the animation is fetched." },
  { name: "waitAtMost", number: "duration", standard: 10, label: "Longest wait for an animation, in seconds" },
];

/** The rule of this name. */
export function ruleNamed(name) {
  return rules.find((rule) => rule.name === name);
}

/** The value that holds where nothing is published. */
export function standard(rule) {
  return rule.words ? rule.words[0] : rule.standard;
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
