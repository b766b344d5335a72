// What the store found in an animation, in the words that `giftty inspect` uses.

import { element } from "./element.js";
import { counted, seconds, trimmed } from "./words.js";

/** A list of what was found; null where the answer holds nothing of the kind. */
export function findings(answer) {
  if (typeof answer.frames !== "number") return null;
  const layers = named(answer.layers);
  const facts = [
    ["Size", `${trimmed(answer.width, 2)}×${trimmed(answer.height, 2)}`],
    ["Length", `${seconds(answer.duration)}, ${counted(answer.frames, "frame")} at ${trimmed(answer.frameRate, 2)} a second`],
    ["Layers", layers],
    ["Uses", named(answer.features)],
    ["Pictures", (answer.pictures ?? []).map(picture).join(", ")],
    ["Fonts", (answer.fonts ?? []).map(font).join(", ")],
  ].filter(([, words]) => words !== "");
  return element(
    "div", {},
    element("dl", {}, facts.flatMap(([name, words]) => [element("dt", {}, name), element("dd", {}, words)])),
    lint(answer.findings), deviations("Not drawn", answer.undrawn), deviations("Not drawn by browsers", answer.unknownToBrowsers));
}

/** What the lint found, the worst first; null where there is nothing, or nothing is known. */
export function lint(list) {
  if (!Array.isArray(list) || list.length === 0) return null;
  return element(
    "ul", { className: "lint" },
    list.map(({ rule, severity, path, layer, message }) => element(
      "li", { className: severity },
      element("strong", {}, severity), " ", element("code", {}, [rule, path, layer ? `“${layer}”` : ""].filter(Boolean).join(" ")),
      ` ${message}`)));
}

function named(counts) {
  return Object.entries(counts ?? {}).map(([name, number]) => `${number} ${name}`).join(", ");
}

function picture({ id, width, height, format, problem }) {
  return problem ? `${id}: ${problem}` : `${id} (${format}, ${width}×${height})`;
}

function font({ name, drawn, missing }) {
  const lacking = (missing ?? []).length > 0 ? `, without ${missing.join(" ")}` : "";
  return `${name} drawn with ${drawn}${lacking}`;
}

function deviations(title, list) {
  if ((list ?? []).length === 0) return null;
  return element(
    "div", { className: "message warning" },
    element("strong", {}, title),
    element("ul", {}, list.map(({ feature, count, first, reason }) => element(
      "li", {}, `${feature}, ${counted(count, "time")}: ${reason}`, first ? element("code", {}, ` ${first}`) : null))));
}
