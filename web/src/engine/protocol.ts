// Messages between the page and its worker.

export type Question = Readonly<Record<string, unknown>> & { readonly question: string };

/** The engine, compiled once for all workers, ahead of any question. */
export interface Start {
  readonly engine: WebAssembly.Module;
}
export interface Asked {
  readonly id: number;
  readonly question: Question;
}

/**
 * `status` as the program's exit status has it: 0 answered, 1 nothing keeps the limits, 2 bad input. Where the engine has
 * failed (no memory is left, or a defect) it is not to be asked again.
 */
export type Told =
  | { readonly kind: "progress"; readonly id: number; readonly share: number }
  | { readonly kind: "answer"; readonly id: number; readonly status: number; readonly json: string }
  | { readonly kind: "failed"; readonly message: string };
