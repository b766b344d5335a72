// Puts the page together: what is read from the store, shown, and changed by hand.

import { Catalogue } from "./catalogue.js";
import { listen } from "./changes.js";
import { alarm, askForToken, confirmed, connectDialogs, notice } from "./dialogs.js";
import { byId, showMessage } from "./element.js";
import { playbackControls } from "./playback.js";
import { Published } from "./published.js";
import { publishing } from "./publishing.js";
import { settingsForm } from "./settings-form.js";
import * as store from "./store.js";
import { touched } from "./words.js";

const isUnlocked = () => store.token() !== null;
const published = new Published((preview) => {
  const text = `${touched(preview)} Players follow within a second.`;
  return confirmed("Change these rooms?", text, "Publish");
});

/** A token that the store no longer knows is of no use. */
function failed(failure) {
  if (failure.status !== 401) return;
  store.keepToken(null);
  showAccess();
  alarm(`${failure.message} Unlock the store again.`);
}

async function changing(gift, work, words, undo) {
  try {
    await work(gift.id);
    notice(words, undo);
    await refresh("catalogue");
  } catch (failure) {
    if (failure.status === 401) failed(failure);
    else alarm(`${gift.name}: ${failure.message}`);
  }
}

const catalogue = new Catalogue({
  isUnlocked,
  actions: {
    renew: (gift, files) => offer(files, gift.id),
    rollBack: async (gift) => {
      const text = `Players show the version before ${gift.version} again, within a second.`;
      if (await confirmed(`Roll back ${gift.name}?`, text, "Roll back")) {
        await changing(gift, store.rollBack, `${gift.name} is rolled back.`);
      }
    },
    withdraw: async (gift) => {
      const text = "It leaves the catalogue, and players stop showing it at once.";
      if (await confirmed(`Withdraw ${gift.name}?`, text, "Withdraw", true)) {
        await changing(gift, store.withdraw, `${gift.name} is withdrawn.`, {
          label: "Bring it back",
          act: () => changing(gift, store.rollBack, `${gift.name} is back.`),
        });
      }
    },
  },
});

const offer = publishing({
  giftOf: (id) => catalogue.gift(id),
  isUnlocked,
  published: () => refresh("catalogue"),
  refused: failed,
  locked: () => {
    alarm("The store is read only here. Unlock it first.");
    byId("access").focus();
  },
});

const showControls = playbackControls(published, { failed });
const showForm = settingsForm(published, { failed, succeeded: notice, isUnlocked });

function showSettings() {
  showControls();
  showForm();
}

function showAccess() {
  const unlocked = isUnlocked();
  document.documentElement.dataset.access = unlocked ? "unlocked" : "locked";
  byId("access").textContent = unlocked ? "Lock" : "Unlock";
  byId("access-text").textContent = unlocked ? "Unlocked" : "Read only";
  byId("mode").disabled = !unlocked;
  byId("threshold").disabled = !unlocked;
  byId("files").disabled = !unlocked;
  byId("publish-locked").hidden = unlocked;
  byId("drop").hidden = !unlocked;
  showForm();
  catalogue.refresh();
}

/** What is being read, and whether it changed again meanwhile: answers never overtake one another. */
const reading = new Map();

async function refresh(kind) {
  if (reading.has(kind)) {
    reading.set(kind, "again");
    return;
  }
  reading.set(kind, "once");
  try {
    if (kind === "catalogue") catalogue.show((await store.catalogue()).gifts);
    else {
      await published.load();
      showSettings();
    }
    showMessage(byId("gifts-message"), "");
  } catch (failure) {
    showMessage(byId("gifts-message"), `${failure.message} What you see may be out of date.`, "warning");
  }
  const isStale = reading.get(kind) === "again";
  reading.delete(kind);
  if (isStale) await refresh(kind);
}

const connectionWords = { live: "Live", waiting: "Reconnecting…", lost: "Not connected" };

function showConnection(state) {
  byId("connection").dataset.state = state;
  byId("connection-text").textContent = connectionWords[state];
}

byId("access").addEventListener("click", () => {
  if (!isUnlocked()) return askForToken();
  store.keepToken(null);
  showAccess();
});
connectDialogs(() => {
  showAccess();
  notice("The store is unlocked.");
});

showAccess();
// Shown before anything is heard, and where a store sends no changes.
refresh("catalogue");
refresh("settings");
listen(refresh, showConnection);
