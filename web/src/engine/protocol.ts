// What the page and its worker say to each other.

export type Question = Readonly<Record<string, unknown>> & { readonly question: string };

export interface Asked {
  readonly id: number;
  readonly question: Question;
}

/** `status` as the program's exit status has it: 0 answered, 1 nothing keeps the limits, 2 bad input. */
export type Told =
  | { readonly kind: "ready" }
  | { readonly kind: "progress"; readonly id: number; readonly share: number }
  | { readonly kind: "answer"; readonly id: number; readonly status: number; readonly json: string };
