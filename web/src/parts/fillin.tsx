// What commands need besides: variables, with their values as far as a plan tells them.
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
