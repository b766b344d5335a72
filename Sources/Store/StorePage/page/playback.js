// The switch and the threshold: what holds for all rooms, changed with one movement.

import { byId, showMessage } from "./element.js";
import { share } from "./words.js";
import { ruleNamed } from "./rules.js";

/** Long enough for a row of key presses, short enough to seem at once. */
const settlingTime = 350;
const messageTime = 6000;

const meanings = {
  queue: "Gifts play one after the other. What arrives meanwhile waits its turn.",
  replace: "A new gift replaces the running one from the share below; before that it is dropped.",
};

/** Connects the switch and the slider with what is published. Answers with a function that shows the present state. */
export function playbackControls(published, { failed }) {
  const modes = [...document.querySelectorAll('input[name="mode"]')];
  const slider = byId("threshold");
  let settling = null;
  let fading = null;

  const holding = (name) => published.document.default[name] ?? ruleNamed(name).standard;

  function showThreshold(fraction) {
    const text = share(fraction);
    byId("threshold-text").textContent = text;
    slider.setAttribute("aria-valuetext", text);
    slider.style.setProperty("--filled", `${Math.min(100, fraction * 100)}%`);
    byId("threshold-meaning").textContent =
      fraction > 1 ? "A running gift is never replaced." : "of the running gift, in replace mode.";
  }

  function showMode(mode) {
    for (const choice of modes) choice.checked = choice.value === mode;
    byId("mode-meaning").textContent = meanings[mode] ?? "";
  }

  function show() {
    const { revision } = published.document;
    byId("settings-revision").textContent = revision > 0 ? `revision ${revision}` : "";
    showMode(holding("mode"));
    if (settling !== null) return;
    const fraction = Number(holding("replaceAt"));
    slider.value = fraction > 1 ? "101" : String(Math.round(fraction * 100));
    showThreshold(fraction);
  }

  /** What went well is said for a while, what didn't until the next change. */
  function say(text, kind = "") {
    const place = byId("settings-message");
    clearTimeout(fading);
    showMessage(place, text, kind);
    if (kind === "good") fading = setTimeout(() => showMessage(place, ""), messageTime);
  }

  async function publish(name, value, words) {
    say("Publishing…");
    try {
      await published.publish((settings) => {
        settings.default[name] = value;
        return settings;
      });
      say(words, "good");
    } catch (failure) {
      say(failure.message, "error");
      failed(failure);
    }
    show();
  }

  for (const choice of modes) {
    choice.addEventListener("change", () => {
      showMode(choice.value);
      publish("mode", choice.value, `The mode is ${choice.value} now.`);
    });
  }
  const chosen = () => (slider.value === "101" ? 1.01 : Number(slider.value) / 100);
  slider.addEventListener("input", () => showThreshold(chosen()));
  slider.addEventListener("change", () => {
    clearTimeout(settling);
    settling = setTimeout(() => {
      settling = null;
      publish("replaceAt", chosen(), chosen() > 1 ? "Gifts are never replaced now." : `Gifts may be replaced from ${share(chosen())} on now.`);
    }, settlingTime);
  });
  return show;
}
