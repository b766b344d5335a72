// Makes elements. Whatever comes from the store goes through here as text, never as markup.

/**
 * An element with properties, attributes and children; children that are null or false are left out.
 * Names with a dash, `role` and `for` become attributes, all others properties.
 */
export function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null) continue;
    if (name === "dataset") Object.assign(made.dataset, value);
    else if (name === "for") made.htmlFor = value;
    else if (name.includes("-") || name === "role") made.setAttribute(name, value);
    else made[name] = value;
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

/** The element with this id, which the page has. */
export function byId(id) {
  return document.getElementById(id);
}

/** Shows a message with its kind ("error", "warning", "good" or ""), or hides it where there is none. */
export function showMessage(place, text, kind = "") {
  place.textContent = text;
  place.className = `message ${kind}`.trim();
  place.hidden = text === "";
}
