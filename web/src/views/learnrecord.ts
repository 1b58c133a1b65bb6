// Record of a rehearsal that ran, written by scripts/learn-record.
import { useEffect, useState } from "preact/hooks";

export const engines = ["tensor", "vector", "dma", "collective"] as const;
export const parts = ["forward", "backward", "update"] as const;

export interface Instruction {
  readonly name: string;
  readonly engine: (typeof engines)[number];
  readonly part: (typeof parts)[number];
  /** Places of earlier instructions whose results it takes. */
  readonly reads: readonly number[];
  readonly line: string;
  readonly shape: string;
  /** The elementwise operations that it is made of, where it is fused. */
  readonly fused: readonly string[];
  /** On the simulated core. */
  readonly start_us: number;
  readonly end_us: number;
}

export interface Slice {
  readonly rank: number;
  readonly lane: string;
  readonly name: string;
  readonly start_us: number;
  readonly end_us: number;
}

interface Shapes {
  readonly graphs: number;
  readonly padding_share: number;
}

export interface Collective {
  readonly group: string;
  readonly operation: string;
  readonly predicted_bytes: number;
  readonly executed_bytes: number;
  readonly predicted_messages: number;
  readonly executed_messages: number;
}

export interface LearnRecord {
  readonly made_by: readonly string[];
  readonly accelerator: string;
  readonly steps: number;
  readonly ranks: number;
  readonly scaled: readonly { readonly what: string; readonly from: number; readonly to: number }[];
  readonly collectives: readonly Collective[];
  /** Of the rank that compiled most. */
  readonly compilations: number;
  readonly again: { readonly compilations: number; readonly loaded_programs: number };
  readonly lengths: { readonly sequences: number; readonly buckets: readonly number[]; readonly shapes: readonly [without: Shapes, with_buckets: Shapes] };
  /** Recorded, and what was compiled of them. */
  readonly operations: number;
  readonly instructions: readonly Instruction[];
  readonly executed: readonly Slice[];
}

export const record_file = "learn.json";

/** `null`: it is not there. */
export function useRecord(): LearnRecord | null | undefined {
  const [record, setRecord] = useState<LearnRecord | null>();
  useEffect(() => {
    const read = async () => {
      const response = await fetch(new URL(record_file, document.baseURI));
      setRecord(response.ok ? ((await response.json()) as LearnRecord) : null);
    };
    read().catch(() => setRecord(null));
  }, []);
  return record;
}
