// Meaning of the colours of a picture.
interface Part {
  readonly part: string;
  readonly color: string;
  /** Its figure, as it is shown. */
  readonly figure?: string;
}

export function Legend({ parts }: { parts: readonly Part[] }) {
  return (
    <ul class="legend">
      {parts.map(({ part, color, figure }) => (
        <li key={part}>
          <svg width="10" height="10" aria-hidden="true">
            <rect width="10" height="10" fill={color} />
          </svg>
          {part} {figure !== undefined && <b>{figure}</b>}
        </li>
      ))}
    </ul>
  );
}
