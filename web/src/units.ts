// Figures as people read them, as the program's own tables have them: three digits that count, a unit.
import type { Language } from "./state";

const digits = 3;

function rounded(value: number, lang: Language): string {
  return value.toLocaleString(lang, { maximumSignificantDigits: digits, useGrouping: true });
}

function scaled(value: number, lang: Language, units: readonly (readonly [number, string])[]): string {
  const [size, unit] = units.find(([least]) => Math.abs(value) >= least) ?? units[units.length - 1] ?? [1, ""];
  return `${rounded(value / size, lang)}\u202f${unit}`;
}

export function seconds(value: number, lang: Language): string {
  const day = lang === "ja" ? "日" : "d";
  return scaled(value, lang, [[86400, day], [3600, "h"], [60, "min"], [1, "s"], [1e-3, "ms"], [1e-6, "µs"]]);
}

export function money(value: number, lang: Language): string {
  if (Math.abs(value) < 1000) return `$${rounded(value, lang)}`;
  return `$${Math.round(value).toLocaleString(lang)}`;
}

export const bytes = (value: number, lang: Language): string => scaled(value, lang, [[2 ** 30, "GiB"], [2 ** 20, "MiB"], [1, "B"]]);
export const bytes_per_s = (value: number, lang: Language): string => scaled(value, lang, [[1e12, "TB/s"], [1e9, "GB/s"], [1e6, "MB/s"]]);
export const count = (value: number, lang: Language): string => rounded(value, lang);
export const percent = (share: number, lang: Language): string => `${rounded(100 * share, lang)}\u202f%`;
export const energy = (kwh: number, lang: Language): string => scaled(kwh, lang, [[1e6, "GWh"], [1e3, "MWh"], [1, "kWh"]]);
