// Hears of changes as they happen, and keeps listening when the connection breaks.

const longestWait = 30_000;

/**
 * Calls `heard("catalogue")` and `heard("settings")` when the store says so, and both after every new connection,
 * since what happened in between is not known. `stateChanged` is told "live", "waiting" or "lost".
 */
export function listen(heard, stateChanged) {
  let wait = 1000;
  const connect = () => {
    const source = new EventSource("events");
    source.onopen = () => {
      wait = 1000;
      stateChanged("live");
      heard("catalogue");
      heard("settings");
    };
    for (const kind of ["catalogue", "settings"]) source.addEventListener(kind, () => heard(kind));
    source.onerror = () => {
      // The browser tries again by itself, except where the answer was no stream at all.
      if (source.readyState !== EventSource.CLOSED) return stateChanged("waiting");
      stateChanged("lost");
      setTimeout(connect, wait);
      wait = Math.min(longestWait, wait * 2);
    };
  };
  connect();
}
