// Variables that commands need, with their values where a plan gives them.
import type { MeasuringVariable } from "../api/measure";

export function FillIn({ variables }: { variables: readonly MeasuringVariable[] }) {
  if (variables.length === 0) return null;
  return (
    <ul class="notes">
      {variables.map((variable) => (
        <li key={variable.name}>
          <code>
            {variable.name}={variable.value ?? "…"}
          </code>{" "}
          {variable.what}
        </li>
      ))}
    </ul>
  );
}
