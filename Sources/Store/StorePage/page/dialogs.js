// Questions that want an answer before anything happens, and notices of what has happened.

import { byId, element, showMessage } from "./element.js";
import { checkToken, keepToken } from "./store.js";

const noticeTime = 6000;

/** Asks before something that others notice. Answers with whether it was confirmed. */
export function confirmed(title, text, verb, isDangerous = false) {
  const dialog = byId("confirm");
  byId("confirm-title").textContent = title;
  byId("confirm-text").textContent = text;
  const yes = byId("confirm-yes");
  yes.textContent = verb;
  yes.classList.toggle("danger", isDangerous);
  dialog.returnValue = "no";
  dialog.showModal();
  byId("confirm-no").focus();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
  });
}

/** Opens the question for the token. */
export function askForToken() {
  showMessage(byId("unlock-error"), "");
  byId("token").value = "";
  byId("unlock").showModal();
}

/** Connects the dialogs; `unlocked` is called when a right token was given. */
export function connectDialogs(unlocked) {
  byId("confirm-yes").addEventListener("click", () => byId("confirm").close("yes"));
  byId("confirm-no").addEventListener("click", () => byId("confirm").close("no"));
  byId("unlock-cancel").addEventListener("click", () => byId("unlock").close());
  byId("unlock-form").addEventListener("submit", async (event) => {
    event.preventDefault();
    const value = byId("token").value.trim();
    if (value === "") return showMessage(byId("unlock-error"), "Type the token first.", "error");
    byId("unlock-submit").disabled = true;
    try {
      await checkToken(value);
      keepToken(value);
      byId("unlock").close();
      unlocked();
    } catch (failure) {
      showMessage(byId("unlock-error"), failure.message, "error");
      byId("token").focus();
    } finally {
      byId("unlock-submit").disabled = false;
    }
  });
}

/**
 * Says what has happened, for a while; screen readers read it out. Where something can be done about it, `{label, act}`,
 * it stays until it is put away.
 */
export function notice(text, action) {
  if (action === undefined) {
    const made = element("p", { className: "notice" }, text);
    byId("notices").append(made);
    setTimeout(() => made.remove(), noticeTime);
    return;
  }
  const button = element("button", { type: "button", className: "button small" }, action.label);
  const made = lasting("notice", text, button);
  button.addEventListener("click", () => {
    made.remove();
    byId("gifts").focus();
    action.act();
  });
  byId("notices").append(made);
}

/** Says what went wrong, until it is put away. */
export function alarm(text) {
  byId("alarms").append(lasting("notice error", text));
}

function lasting(className, text, ...buttons) {
  const close = element("button", { type: "button", className: "button icon", "aria-label": "Close" }, "×");
  const made = element("p", { className }, element("span", {}, text), buttons, close);
  close.addEventListener("click", () => {
    made.remove();
    byId("gifts").focus();
  });
  return made;
}
