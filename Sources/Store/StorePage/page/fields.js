// Controls for single settings, and for groups of them that hold for a room or a share of rooms.

import { element } from "./element.js";
import { asNumber, rules, ruleNamed, written } from "./rules.js";

let numbered = 0;

function freshId() {
  numbered += 1;
  return `field-${numbered}`;
}

/** What a control says that can't be read; shown beside it. */
export class Unreadable extends Error {
  constructor(message, control) {
    super(message);
    this.control = control;
  }
}

/**
 * A control for the value of a setting. `mayBeUnset`: empty means that nothing is published; otherwise it means none.
 * Its `read` gives the value, undefined for nothing.
 */
function valueControl(rule, value, id, mayBeUnset, described) {
  if (rule.words) {
    const unset = mayBeUnset ? [element("option", { value: "" }, `not set (${rule.standard})`)] : [];
    const control = element(
      "select", { id, "aria-describedby": described },
      unset, rule.words.map((word) => element("option", { value: word }, word)));
    control.value = value ?? (mayBeUnset ? "" : rule.standard);
    return { control, read: () => (control.value === "" ? undefined : control.value) };
  }
  const control = element("input", {
    id, type: "number", min: "0", step: rule.isWhole ? "1" : "any", inputMode: "decimal",
    placeholder: mayBeUnset || rule.standard === null ? written(rule.standard) : "", "aria-describedby": described,
  });
  if (value !== undefined && value !== null) control.value = String(asNumber(value));
  const read = () => {
    if (!control.validity.valid) {
      const expected = rule.isWhole ? "a whole number from 0 up" : "a number from 0 up";
      throw new Unreadable(`${rule.name}: expected ${expected}.`, control);
    }
    if (control.value !== "") return Number(control.value);
    if (mayBeUnset) return undefined;
    if (rule.standard === null) return null;
    throw new Unreadable(`${rule.name}: expected a number, found nothing.`, control);
  };
  return { control, read };
}

/** A field of the form for one setting: label, control and what it means. */
export function settingField(rule, value) {
  const [id, hint] = [freshId(), freshId()];
  const { control, read } = valueControl(rule, value, id, true, rule.hint ? hint : undefined);
  control.dataset.setting = rule.name;
  const made = element(
    "div", { className: "field" },
    element("label", { for: id }, rule.label, " ", element("code", {}, rule.name)),
    control, rule.hint ? element("p", { id: hint, className: "quiet" }, rule.hint) : null);
  return { element: made, read };
}

/**
 * A group of settings with a name of its own: a room, or a share of rooms.
 * `kind` is {title, nameLabel, hasShare}; `changed` is called after every edit, `removed` when the group goes.
 */
export function override(kind, { name, share, settings }, changed, removed) {
  const [nameId, shareId] = [freshId(), freshId()];
  const nameInput = element("input", { id: nameId, type: "text", value: name, autocomplete: "off", spellcheck: false });
  const shareInput = kind.hasShare
    ? element("input", { id: shareId, type: "number", min: "0", max: "100", step: "1", value: String(share) }) : null;
  const rows = element("ul", { className: "override-rows" });
  const entries = [];

  function addRow(settingName, value) {
    const row = element("li", { className: "override-row" });
    const entry = { name: settingName, read: () => undefined };
    const choice = element(
      "select", { "aria-label": "Setting" },
      rules.map((rule) => element("option", { value: rule.name }, rule.name)));
    choice.value = settingName;
    const place = element("span", { className: "override-value" });
    const showValue = (present) => {
      const rule = ruleNamed(entry.name);
      const made = valueControl(rule, present === undefined ? rule.standard : present, freshId(), false);
      made.control.setAttribute("aria-label", `Value of ${entry.name}`);
      place.replaceChildren(made.control);
      entry.read = made.read;
    };
    choice.addEventListener("change", () => {
      entry.name = choice.value;
      showValue(undefined);
    });
    const remove = element("button", { type: "button", className: "button icon", "aria-label": `Remove ${settingName}` }, "×");
    remove.addEventListener("click", () => {
      entries.splice(entries.indexOf(entry), 1);
      row.remove();
      add.focus();
      changed();
    });
    showValue(value);
    entries.push(entry);
    row.append(choice, place, remove);
    rows.append(row);
    return choice;
  }

  const add = element("button", { type: "button", className: "button small" }, "Add a setting");
  add.addEventListener("click", () => {
    const free = rules.find((rule) => !entries.some((entry) => entry.name === rule.name));
    if (free === undefined) return;
    addRow(free.name, undefined).focus();
    changed();
  });
  const remove = element("button", { type: "button", className: "button small danger" }, "Remove");
  const made = element(
    "fieldset", { className: "override" },
    element("legend", {}, kind.title),
    element(
      "div", { className: "override-name" },
      element("span", { className: "field" }, element("label", { for: nameId }, kind.nameLabel), nameInput),
      shareInput ? element("span", { className: "field" }, element("label", { for: shareId }, "Share, in %"), shareInput) : null),
    rows, element("div", { className: "actions" }, add, remove));
  remove.addEventListener("click", () => removed(made));
  for (const [settingName, value] of Object.entries(settings)) {
    if (ruleNamed(settingName)) addRow(settingName, value);
  }

  const read = () => {
    const label = nameInput.value.trim();
    if (label === "") throw new Unreadable(`${kind.nameLabel}: expected a name, found nothing.`, nameInput);
    if (shareInput && (!shareInput.validity.valid || shareInput.value === "")) {
      throw new Unreadable("Share: expected a whole number from 0 to 100.", shareInput);
    }
    const values = {};
    for (const entry of entries) {
      if (entry.name in values) throw new Unreadable(`${label}: duplicate setting ${entry.name}.`, nameInput);
      values[entry.name] = entry.read();
    }
    return { name: label, share: shareInput ? Number(shareInput.value) : undefined, settings: values };
  };
  return { element: made, read, first: nameInput };
}
