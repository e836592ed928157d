// The page's words: one JSON file a language, and what belongs to a language besides words.

export const LANGUAGES = { en: "English", es: "Español" };
let words = {};
let language = "en";
let plurals = new Intl.PluralRules("en");

export async function loadLanguage(wanted) {
  const name = wanted in LANGUAGES ? wanted : "en";
  const answer = await fetch(`/static/text/${name}.json`);
  words = await answer.json();
  language = name;
  plurals = new Intl.PluralRules(name);
  document.documentElement.lang = name;
  for (const element of document.querySelectorAll("[data-text]"))
    element.textContent = t(element.dataset.text);
  for (const element of document.querySelectorAll("[data-label]")) {
    element.setAttribute("aria-label", t(element.dataset.label));
    if (element.matches("button")) element.title = t(element.dataset.label);
  }
}

export const languageNow = () => language;
export const preferredLanguage = () =>
  navigator.languages.map((one) => one.slice(0, 2)).find((one) => one in LANGUAGES) ?? "en";

/** The text with this key, with {names} filled in. */
export function t(key, values = {}) {
  return (words[key] ?? key).replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

export const hasText = (key) => key in words;

/** "1 stone", "2 stones": the key has the forms .one and .other. */
export const counted = (number, key) =>
  t(`${key}.${plurals.select(number) === "one" ? "one" : "other"}`, { n: numeral(number) });

export const numeral = (number, digits = 0) =>
  number.toLocaleString(language, { maximumFractionDigits: digits, minimumFractionDigits: digits });

/** 12 k, 3.4 M: for counts that run. */
export function rough(number) {
  return new Intl.NumberFormat(language, { notation: "compact", maximumSignificantDigits: 3 }).format(number);
}

export const dateText = (iso) =>
  new Date(iso).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
