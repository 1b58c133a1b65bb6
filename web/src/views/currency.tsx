// Currency, exchange rate and tax of the sums shown, for a budget in another currency than dollars.
import { currencies, type State } from "../state";
import { currency_of } from "../units";
import type { Say } from "../words";

interface Props {
  readonly state: State;
  readonly say: Say;
  readonly change: (change: Partial<State>) => void;
}

export function CurrencyChoice({ state, say, change }: Props) {
  const { currency } = state;
  const number = (label: "rate_of" | "tax", value: string, onChange: (typed: string) => void) => (
    <input type="text" inputMode="decimal" class="short" aria-label={say(label)} title={say(label)} placeholder={say(label)} value={value} onInput={(event) => onChange(event.currentTarget.value)} />
  );
  return (
    <>
      <select aria-label={say("currency")} value={currency} onChange={(event) => change({ currency: event.currentTarget.value as State["currency"] })}>
        {currencies.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </select>
      {currency !== "USD" && (
        <>
          {number("rate_of", state.rate, (rate) => change({ rate }))}
          {number("tax", state.tax, (tax) => change({ tax }))}
        </>
      )}
    </>
  );
}

/** What the sums are then, and which are not. */
export function CurrencyNote({ state, say }: Omit<Props, "change">) {
  const { lang, currency } = state;
  if (currency === "USD") return null;
  const shown = currency_of(state);
  if (!shown) return <p class="aside note">{say("no_rate")}</p>;
  const rate = shown.rate.toLocaleString(lang);
  return <p class="aside note">{shown.tax_percent > 0 ? say("in_yen_taxed", rate, shown.tax_percent.toLocaleString(lang)) : say("in_yen", rate)}</p>;
}
