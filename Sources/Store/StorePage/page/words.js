// Numbers and times as people read them.

const whole = new Intl.NumberFormat("en");

/** 1234567 → "1,234,567". */
export function count(number) {
  return whole.format(number);
}

/** "1 gift", "2 gifts". */
export function counted(number, noun) {
  return `${count(number)} ${noun}${number === 1 ? "" : "s"}`;
}

/** Bytes as "740 bytes", "48 KB", "1.4 MB". */
export function size(bytes) {
  if (bytes < 1000) return counted(bytes, "byte");
  if (bytes < 999_500) return `${Math.round(bytes / 1000)} KB`;
  return `${trimmed(bytes / 1_000_000, 1)} MB`;
}

/** Seconds as "1.5 s". */
export function seconds(length) {
  return `${trimmed(length, 2)} s`;
}

/** A number with at most so many digits after the point. */
export function trimmed(number, digits) {
  return String(Number(number.toFixed(digits)));
}

/** A fraction as "30 %", above 1 as "never". */
export function share(fraction) {
  return fraction > 1 ? "never" : `${trimmed(fraction * 100, 4)} %`;
}

/** A day as "21 Nov 2026"; nothing for what is no time. */
export function day(time) {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return "";
  return date.toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });
}

/** What a change of settings touches, in a sentence. */
export function touched({ knownRooms, changedRooms, share: others }) {
  return `Changes ${count(changedRooms)} of ${counted(knownRooms, "known room")}, and ${others} % of all others.`;
}
