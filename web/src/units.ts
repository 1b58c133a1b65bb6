// Figures as people read them, as the program's own tables have them: three digits that count, a unit.
import type { Language, State } from "./state";

const digits = 3;
const three_digits = { maximumSignificantDigits: digits, useGrouping: true } as const;

const formats = new Map<string, Intl.NumberFormat>();

/** As toLocaleString has it, which makes its format anew each time: forty times the work, and a picture has hundreds of figures. */
export function number(value: number, lang: Language, options: Readonly<Intl.NumberFormatOptions> = {}): string {
  const key = lang + JSON.stringify(options);
  const format = formats.get(key) ?? new Intl.NumberFormat(lang, options);
  formats.set(key, format);
  return format.format(value);
}

const rounded = (value: number, lang: Language): string => number(value, lang, three_digits);

function scaled(value: number, lang: Language, units: readonly (readonly [number, string])[]): string {
  const [size, unit] = units.find(([least]) => Math.abs(value) >= least) ?? units[units.length - 1] ?? [1, ""];
  return `${rounded(value / size, lang)}\u202f${unit}`;
}

export function seconds(value: number, lang: Language): string {
  const day = lang === "ja" ? "日" : "d";
  return scaled(value, lang, [[86400, day], [3600, "h"], [60, "min"], [1, "s"], [1e-3, "ms"], [1e-6, "µs"]]);
}

const of_a_second: readonly (readonly [number, string])[] = [[1, "s"], [1e-3, "ms"], [1e-6, "µs"]];

/** A time on an axis as long as `shown_s`, in its unit and as fine as its marks are apart. */
export function moment(at_s: number, shown_s: number, lang: Language): string {
  const [size, unit] = of_a_second.find(([least]) => shown_s >= least) ?? [1e-6, "µs"];
  const maximumFractionDigits = Math.max(0, -Math.floor(Math.log10(shown_s / size / 10)));
  return `${number(at_s / size, lang, { maximumFractionDigits })}\u202f${unit}`;
}

const minute_s = 60, hour_s = 3600, day_s = 86400;
const all_round_times_s = [
  ...[1, 2, 5, 10, 30].map((minutes) => minutes * minute_s),
  ...[1, 2, 6, 12].map((hours) => hours * hour_s),
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000].map((days) => days * day_s),
];

/** Those that an axis over these times is marked with. */
export function round_times_s(times_s: readonly number[]): readonly number[] {
  const low = Math.min(...times_s), high = Math.max(...times_s);
  return all_round_times_s.filter((each) => each >= low && each <= high);
}

interface Shown {
  readonly sign: string;
  /** Of a dollar, tax included. */
  readonly per_usd: number;
  readonly rate: number;
  readonly tax_percent: number;
  /** Of a price of an hour. */
  readonly digits: Readonly<Intl.NumberFormatOptions>;
}

const dollars: Shown = { sign: "$", per_usd: 1, rate: 1, tax_percent: 0, digits: { minimumFractionDigits: 2, maximumFractionDigits: 4 } };
let shown = dollars;

/** What is chosen; undefined: its rate, or tax, is not said or is none. */
export function currency_of({ currency, rate, tax }: Pick<State, "currency" | "rate" | "tax">): Shown | undefined {
  if (currency === "USD") return dollars;
  const yen = Number(rate), tax_percent = Number(tax);
  if (!(yen > 0 && yen < Infinity && tax_percent >= 0 && tax_percent <= 100)) return undefined;
  return { sign: "¥", per_usd: yen * (1 + tax_percent / 100), rate: yen, tax_percent, digits: { maximumFractionDigits: 1 } };
}

/** All sums, which are dollars, are shown so from now on, as the document is in one language. Gives their sign. */
export function show_money_in(state: Pick<State, "currency" | "rate" | "tax">): string {
  shown = currency_of(state) ?? dollars;
  return shown.sign;
}

/** Changes with what sums are shown in. */
export const money_key = (): string => `${shown.sign}${shown.per_usd}`;

export function money(usd: number, lang: Language): string {
  const sign = usd < 0 ? "-" : "", size = Math.abs(usd) * shown.per_usd;
  return `${sign}${shown.sign}${size < 1000 ? rounded(size, lang) : number(Math.round(size), lang)}`;
}

/** The scale of an axis of sums: yen are too many to be told in full. */
export const money_axis = (lang: Language) => ({
  transform: (usd: number) => usd * shown.per_usd,
  tickFormat: (sum: number) => (shown === dollars ? money(sum, lang) : `${shown.sign}${number(sum, lang, { notation: "compact", maximumSignificantDigits: digits })}`),
});

/** To the cent, or as it is told. */
export const price = (usd: number, lang: Language): string => `${shown.sign}${number(usd * shown.per_usd, lang, shown.digits)}`;

export const bytes = (value: number, lang: Language): string => scaled(value, lang, [[2 ** 30, "GiB"], [2 ** 20, "MiB"], [1, "B"]]);
export const bytes_per_s = (value: number, lang: Language): string => scaled(value, lang, [[1e12, "TB/s"], [1e9, "GB/s"], [1e6, "MB/s"]]);
export const flops_per_s = (value: number, lang: Language): string => scaled(value, lang, [[1e15, "PFLOP/s"], [1e12, "TFLOP/s"], [1e9, "GFLOP/s"]]);
export const count = (value: number, lang: Language): string => rounded(value, lang);
export const percent = (share: number, lang: Language): string => `${rounded(100 * share, lang)}\u202f%`;
export const energy = (kwh: number, lang: Language): string => scaled(kwh, lang, [[1e6, "GWh"], [1e3, "MWh"], [1, "kWh"]]);
/** "+12 %". */
export function change(by_percent: number, lang: Language): string {
  return `${number(by_percent, lang, { maximumFractionDigits: 1, signDisplay: "exceptZero" })}\u202f%`;
}

/** A figure in the unit that its name ends with: "step_time_s", "cost_usd". */
export function figure(name: string, value: number, lang: Language): string {
  const shown = by_unit.find(([unit]) => unit.test(name))?.[1] ?? count;
  return shown(value, lang);
}

const by_unit: readonly (readonly [RegExp, (value: number, lang: Language) => string])[] = [
  [/_per_s$/, count],
  [/_ms(_|$)/, (value, lang) => seconds(value * 1e-3, lang)],
  [/_s$/, seconds],
  [/_gib$/, (value, lang) => bytes(value * 2 ** 30, lang)],
  [/usd/, money],
  [/_bytes$/, bytes],
  [/_kwh$/, energy],
  [/^mfu$/, percent],
];
