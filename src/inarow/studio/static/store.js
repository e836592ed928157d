// What the browser keeps: games and settings in localStorage, the position in the address.

const GAMES = "inarow.games";
const SETTINGS = "inarow.settings";
const MOST_GAMES = 60;

function read(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? otherwise;
  } catch {
    return otherwise; // no storage, or damaged: begin anew
  }
}

function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false; // full or forbidden: the address still holds the position
  }
}

export const settings = () => read(SETTINGS, {});
export const keepSettings = (changes) => write(SETTINGS, { ...settings(), ...changes });

/** The games that were played here, the latest first. */
export const games = () => read(GAMES, []).filter((game) => game && game.spec && game.tree);

/** Keep a game in place of its older state. Without room, the oldest games go. */
export function keepGame(game) {
  const others = games().filter((one) => one.id !== game.id);
  let kept = [{ ...game, changed: new Date().toISOString() }, ...others].slice(0, MOST_GAMES);
  while (!write(GAMES, kept) && kept.length > 1) kept = kept.slice(0, Math.floor(kept.length / 2));
}

export const forgetGame = (id) =>
  write(
    GAMES,
    games().filter((game) => game.id !== id),
  );

export const newId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );

/** The position text in the address, "" if there is none. */
export function addressed() {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return "";
  }
}

export function address(text, { isNew = false } = {}) {
  if (addressed() === text) return;
  history[isNew ? "pushState" : "replaceState"](null, "", `#${text}`);
}

export const linkTo = (text) => `${location.origin}${location.pathname}#${text}`;
