/** Tells attempts of threads apart: equal for what is about the same one. */
export function attemptKey({ thread, run, attempt }: AttemptId): string {
  return JSON.stringify([thread, run, attempt]);
}

/** The fields that a label, an item of the queue and an address have in common. */
export interface AttemptId {
  readonly thread: string;
  readonly run: string;
  /** 1-based. */
  readonly attempt: number;
}
