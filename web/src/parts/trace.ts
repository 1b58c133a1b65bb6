// Timelines as the engine tells them: Chrome's trace event format, in microseconds.
export interface TraceEvent {
  readonly ph: string;
  readonly pid: number;
  readonly tid?: number;
  readonly id?: number;
  readonly name: string;
  readonly ts?: number;
  readonly dur?: number;
  readonly args?: { readonly name?: string };
}

export const micro = 1e-6;

export function events_of(trace: string | undefined): readonly TraceEvent[] {
  return trace === undefined ? [] : (JSON.parse(trace) as { traceEvents: readonly TraceEvent[] }).traceEvents;
}
