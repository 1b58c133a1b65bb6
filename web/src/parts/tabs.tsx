// One of several things in one place, chosen by its tab: with arrow keys, Home and End as well.
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

interface Props {
  readonly label: string;
  readonly names: readonly string[];
  readonly picked: string;
  readonly onPick: (name: string) => void;
  /** Of the one that is picked. */
  readonly children: ComponentChildren;
}

export function Tabs({ label, names, picked, onPick, children }: Props) {
  const id = useId();
  const at = names.indexOf(picked);
  const go = (event: KeyboardEvent & { currentTarget: HTMLElement }) => {
    const places: Readonly<Record<string, number>> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 };
    const place = places[event.key];
    const next = place === undefined ? undefined : names.at(place % names.length);
    if (next === undefined) return;
    event.preventDefault();
    onPick(next);
    event.currentTarget.querySelectorAll<HTMLElement>("[role=tab]")[names.indexOf(next)]?.focus();
  };
  return (
    <div class="tabs">
      <div role="tablist" aria-label={label} onKeyDown={go}>
        {names.map((name, place) => (
          <button
            type="button"
            role="tab"
            key={name}
            id={`${id}-${place}`}
            aria-selected={name === picked}
            aria-controls={`${id}-panel`}
            tabIndex={name === picked ? 0 : -1}
            onClick={() => onPick(name)}
          >
            {name}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${at}`}>
        {children}
      </div>
    </div>
  );
}
