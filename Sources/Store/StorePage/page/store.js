// Speaks with the store: one function a request. Failures become a `StoreFailure` with a sentence for people.

const tokenName = "gift-store-token";

/** A request that did not do what it should; `status` is 0 where the store did not answer at all. */
export class StoreFailure extends Error {
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

/** The token of this tab, or null. */
export function token() {
  return sessionStorage.getItem(tokenName);
}

/** Keeps the token until the tab is closed; null forgets it. */
export function keepToken(value) {
  if (value === null) sessionStorage.removeItem(tokenName);
  else sessionStorage.setItem(tokenName, value);
}

/** What an answer that is no success says, in a sentence. */
export function sentence(status, body) {
  let reason = "";
  try {
    const answer = JSON.parse(body);
    reason = typeof answer.error === "string" ? answer.error : answer.error?.message ?? "";
  } catch {
    reason = "";
  }
  if (status === 401) return "Wrong token.";
  if (reason !== "") return reason;
  switch (status) {
    case 403: return "This store takes no changes: it was started without a token file.";
    case 404: return "The store doesn't have that.";
    case 412: return "Somebody else changed it meanwhile.";
    case 413: return "The file is too large.";
    case 503: return "The store is busy. Try again in a moment.";
    default: return `The store answered with ${status}.`;
  }
}

async function request(path, options = {}) {
  let answer;
  try {
    answer = await fetch(path, { cache: "no-cache", ...options });
  } catch {
    throw new StoreFailure("The store did not answer.", 0);
  }
  if (!answer.ok) throw new StoreFailure(sentence(answer.status, await answer.text()), answer.status);
  return answer;
}

function authorized(headers = {}) {
  const value = token();
  return value === null ? headers : { ...headers, Authorization: `Bearer ${value}` };
}

/** The catalogue: `{revision, gifts}`. */
export async function catalogue() {
  return (await request("gifts")).json();
}

/** What the lint found in a version; null for one that was published without it. */
export async function lintFindings(gift) {
  try {
    const answer = await request(`gifts/${encodeURIComponent(gift.id)}/${gift.version}/findings.json`);
    return (await answer.json()).findings ?? null;
  } catch (failure) {
    if (failure.status === 404) return null;
    throw failure;
  }
}

/** What is published, and the tag that a change of it must name: `{document, tag}`. */
export async function settings() {
  const answer = await request("settings");
  return { document: await answer.json(), tag: answer.headers.get("ETag") };
}

/**
 * Publishes settings in place of those with this tag. Where the store asks for a confirmation first, nothing is published:
 * then the answer is `{confirmation, preview}`, and null otherwise.
 */
export async function publishSettings(document, tag, { reason = "", confirmation } = {}) {
  const headers = { "Content-Type": "application/json", "If-Match": tag };
  if (reason !== "") headers.Reason = encodeURIComponent(reason);
  if (confirmation !== undefined) headers.Confirmation = confirmation;
  const answer = await request("settings", { method: "PUT", headers: authorized(headers), body: JSON.stringify(document) });
  return answer.status === 202 ? answer.json() : null;
}

/** What settings would change, and in how many rooms; publishes nothing. */
export async function previewSettings(document) {
  const headers = authorized({ "Content-Type": "application/json" });
  return (await request("settings/preview", { method: "POST", headers, body: JSON.stringify(document) })).json();
}

/** Takes a gift out of the catalogue. */
export async function withdraw(id) {
  await request(`gifts/${encodeURIComponent(id)}`, { method: "DELETE", headers: authorized() });
}

/** Brings back the version before. */
export async function rollBack(id) {
  await request(`gifts/${encodeURIComponent(id)}/rollback`, { method: "POST", headers: authorized() });
}

/** Fails where the token is not the store's, or where the store takes no changes. */
export async function checkToken(value) {
  await request("page/access", { method: "POST", headers: { Authorization: `Bearer ${value}` } });
}

const mediaTypes = { zip: "application/zip", lottie: "application/zip+dotlottie", json: "application/json" };

/**
 * Sends a file as a gift's next version, with what is said about the gift: name, value, tags, emoji and ascii, or less.
 * `progress` is told the share that is sent, 0 to 1. Answers with what the store found in it.
 */
export function publish(id, file, about, progress) {
  return new Promise((resolve, reject) => {
    // `fetch` can't say how far it has come.
    const sending = new XMLHttpRequest();
    sending.open("PUT", `gifts/${encodeURIComponent(id)}?${new URLSearchParams(about)}`);
    for (const [name, value] of Object.entries(authorized())) sending.setRequestHeader(name, value);
    const ending = file.name.split(".").pop().toLowerCase();
    sending.setRequestHeader("Content-Type", mediaTypes[ending] ?? "application/octet-stream");
    sending.upload.onprogress = (event) => { if (event.lengthComputable) progress(event.loaded / event.total); };
    sending.onerror = () => reject(new StoreFailure("The store did not answer, or closed the connection.", 0));
    sending.onload = () => {
      if (sending.status < 200 || sending.status >= 300) {
        reject(new StoreFailure(sentence(sending.status, sending.responseText), sending.status));
        return;
      }
      try {
        resolve(JSON.parse(sending.responseText));
      } catch {
        resolve({});
      }
    };
    sending.send(file);
  });
}
