// A button that puts a text where it can be pasted from, and says so.
import { useEffect, useState } from "preact/hooks";
import type { Say } from "../words";

export function CopyButton({ text, label, say }: { text: string; label: string; say: Say }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => setCopied(false), [text]);
  return (
    <button type="button" onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}>
      {copied ? say("copied") : label}
    </button>
  );
}
