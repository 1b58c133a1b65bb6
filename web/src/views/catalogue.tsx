// Every machine that is known, with where each figure is from.
import { useMemo, useState } from "preact/hooks";
import type { Instance } from "../api/instance_list";
import { TextField } from "../parts/field";
import type { Language } from "../state";
import * as units from "../units";
import type { Say } from "../words";

type Key = "instance" | "accelerator" | "accelerators" | "memory";

const value_of: Readonly<Record<Key, (instance: Instance) => string | number>> = {
  instance: (instance) => instance.instance,
  accelerator: (instance) => instance.accelerator.accelerator,
  accelerators: (instance) => instance.accelerators,
  memory: (instance) => instance.accelerators * instance.accelerator.memory_bytes,
};

export function CatalogueView({ instances, lang, say }: { instances: readonly Instance[]; lang: Language; say: Say }) {
  const [wanted, setWanted] = useState("");
  const [order, setOrder] = useState<{ key: Key; up: boolean }>({ key: "instance", up: true });
  const rows = useMemo(() => {
    const word = wanted.toLowerCase();
    const found = instances.filter((each) =>
      `${each.instance} ${each.cloud ?? ""} ${each.accelerator.accelerator} ${each.accelerator.vendor}`.toLowerCase().includes(word),
    );
    const value = value_of[order.key];
    return found.sort((one, other) => {
      const a = value(one), b = value(other);
      return (a < b ? -1 : a > b ? 1 : 0) * (order.up ? 1 : -1);
    });
  }, [instances, wanted, order]);
  const sorted = (key: Key): "ascending" | "descending" | "none" => (order.key !== key ? "none" : order.up ? "ascending" : "descending");
  const head = (key: Key, shown: string, number = false) => (
    <th scope="col" class={number ? "number" : ""} aria-sort={sorted(key)}>
      <button type="button" onClick={() => setOrder({ key, up: order.key === key ? !order.up : true })}>
        {shown} {sorted(key) === "ascending" ? "↑" : sorted(key) === "descending" ? "↓" : ""}
      </button>
    </th>
  );
  return (
    <section>
      <TextField label={say("search")} value={wanted} onChange={setWanted} />
      <p class="aside">{say("rows", rows.length)}</p>
      <div class="scrolls" tabIndex={0} role="region" aria-label={say("catalogue")}>
        <table>
          <thead>
            <tr>
              {head("instance", say("instances"))}
              {head("accelerators", say("accelerators"), true)}
              {head("accelerator", say("each"))}
              {head("memory", say("memory"), true)}
              <th scope="col">{say("source")}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((each) => (
              <tr key={each.instance}>
                <th scope="row">{each.instance}</th>
                <td class="number">{each.accelerators} ×</td>
                <td>{each.accelerator.accelerator}</td>
                <td class="number">{units.bytes(each.accelerators * each.accelerator.memory_bytes, lang)}</td>
                <td class="source">{each.source}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
