// All settings in one form. It is filled from what is published, and keeps what a person has begun to change when
// something else changes meanwhile.

import { byId, element, showMessage } from "./element.js";
import { override, settingField, Unreadable } from "./fields.js";
import { rules } from "./rules.js";
import { Conflict, stable } from "./published.js";
import { previewSettings } from "./store.js";
import { touched } from "./words.js";

const armKind = { title: "Share of rooms", nameLabel: "Arm", hasShare: true };
const roomKind = { title: "Room", nameLabel: "Id of the room", hasShare: false };

/** Connects the form with what is published. Answers with a function that shows the present state. */
export function settingsForm(published, { failed, succeeded, isUnlocked }) {
  const form = byId("settings-form");
  let seen = structuredClone(published.document);
  let fields = [];
  let arms = [];
  let rooms = [];
  let isEdited = false;

  function fill() {
    const focused = form.contains(document.activeElement) ? document.activeElement.dataset.setting : undefined;
    seen = structuredClone(published.document);
    isEdited = false;
    fields = rules.filter((rule) => !["mode", "replaceAt"].includes(rule.name))
      .map((rule) => ({ rule, ...settingField(rule, seen.default[rule.name]) }));
    byId("settings-fields").replaceChildren(...fields.map((field) => field.element));
    arms = fillGroups(byId("rollout"), armKind, "Add a share", seen.rollout.map(
      (arm) => ({ name: arm.arm, share: arm.share, settings: arm.settings ?? {} })));
    rooms = fillGroups(byId("rooms"), roomKind, "Add a room", Object.entries(seen.rooms).map(
      ([name, settings]) => ({ name, settings })));
    showMessage(byId("settings-conflict"), "");
    enable();
    if (focused !== undefined) form.querySelector(`[data-setting="${focused}"]`).focus();
  }

  function fillGroups(place, kind, addLabel, values) {
    const groups = [];
    const addButton = element("button", { type: "button", className: "button small" }, addLabel);
    const add = (value) => {
      const group = override(kind, value, edited, (gone) => {
        groups.splice(groups.findIndex((one) => one.element === gone), 1);
        gone.remove();
        addButton.focus();
        edited();
      });
      groups.push(group);
      addButton.before(group.element);
      return group;
    };
    addButton.addEventListener("click", () => {
      const settings = kind.hasShare ? { mode: "replace" } : {};
      const name = kind.hasShare ? String.fromCharCode(97 + ((groups.length + 1) % 26)) : "";
      add({ name, share: 25, settings }).first.focus();
      edited();
    });
    place.replaceChildren(addButton);
    values.forEach(add);
    return groups;
  }

  function enable() {
    const unlocked = isUnlocked();
    for (const control of form.querySelectorAll("input, select, button")) control.disabled = !unlocked;
  }

  function edited(event) {
    // A reason alone is no change.
    if (event?.target?.id !== "settings-reason") isEdited = true;
  }

  /** The settings with what the form says in the place of what it was filled with. */
  function reading() {
    const values = fields.map(({ rule, read }) => [rule.name, read()]);
    const readArms = arms.map((arm) => arm.read())
      .map(({ name, share, settings }) => ({ arm: name, share, settings }));
    const readRooms = rooms.map((room) => room.read());
    const twice = readRooms.find((room, index) => readRooms.findIndex((other) => other.name === room.name) < index);
    if (twice) throw new Unreadable(`Duplicate room ${twice.name}.`, rooms.at(-1).first);
    return (settings) => {
      for (const [name, value] of values) {
        // What the form didn't change stays as it is now published.
        if (stable(value) === stable(seen.default[name])) continue;
        if (value === undefined) delete settings.default[name];
        else settings.default[name] = value;
      }
      if (stable(readArms) !== stable(seen.rollout)) settings.rollout = readArms;
      const names = new Set([...Object.keys(seen.rooms), ...readRooms.map((room) => room.name)]);
      for (const name of names) {
        const wanted = readRooms.find((room) => room.name === name)?.settings;
        if (stable(wanted) === stable(seen.rooms[name])) continue;
        if (wanted === undefined) delete settings.rooms[name];
        else settings.rooms[name] = wanted;
      }
      return settings;
    };
  }

  /** The change that the form stands for; null, with a message, where there is none. */
  function readChange() {
    if (!isEdited) {
      showMessage(byId("settings-conflict"), "Nothing is changed yet.");
      return null;
    }
    try {
      return reading();
    } catch (problem) {
      showMessage(byId("settings-conflict"), problem.message, "error");
      problem.control?.focus();
      return null;
    }
  }

  async function preview() {
    const change = readChange();
    if (change === null) return;
    try {
      const found = await previewSettings(change(structuredClone(published.document)));
      const changes = found.changes.length > 0 ? ` ${found.changes.join(", ")}` : "";
      showMessage(byId("settings-conflict"), `${touched(found)}${changes}`);
    } catch (failure) {
      showMessage(byId("settings-conflict"), failure.message, "error");
      failed(failure);
    }
  }

  async function publish(basis) {
    const change = readChange();
    if (change === null) return;
    try {
      await published.publish(change, basis, byId("settings-reason").value.trim());
      byId("settings-reason").value = "";
      fill();
      succeeded("The settings are published.");
    } catch (failure) {
      if (failure instanceof Conflict) return showConflict(failure);
      showMessage(byId("settings-conflict"), failure.message, "error");
      failed(failure);
    }
  }

  function showConflict(conflict) {
    const place = byId("settings-conflict");
    showMessage(place, `${conflict.message} `, "warning");
    const mine = element("button", { type: "button", className: "button small" }, "Publish mine anyway");
    mine.addEventListener("click", () => publish(published.document));
    const theirs = element("button", { type: "button", className: "button small" }, "Take theirs");
    theirs.addEventListener("click", fill);
    place.append(element("span", { className: "actions" }, mine, theirs));
  }

  form.addEventListener("input", edited);
  form.addEventListener("change", edited);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    publish(seen);
  });
  byId("settings-preview").addEventListener("click", preview);
  byId("settings-reset").addEventListener("click", fill);

  fill();
  return () => {
    if (isEdited || stable(seen) === stable(published.document)) enable();
    else fill();
  };
}
