/** A failed run, as far as grouping reads it. All text is untrusted. */
export interface FailureCase {
  /** Tells it from all others, such as the ids of its thread, run and attempt. */
  readonly id: string;
  /** When it failed, ISO 8601, UTC. */
  readonly at: string;
  /** Why it failed, in words. */
  readonly reason: string;
  /** Name of the exception that escaped; absent where none did. */
  readonly error?: string;
  /**
   * Places that its steps ran at, such as a node, or a node and the tool that it called. Of each, how much of the suspicion lies there, and how many of the
   * steps: shares in [0, 1], each in sum 1.
   */
  readonly places: Readonly<Record<string, { readonly suspicion: number; readonly steps: number }>>;
}

/** Failed runs that are alike. */
export interface FailureGroup {
  /** Eight hexadecimal digits, made from the id of its earliest member: later members do not change it. */
  readonly id: string;
  /** Ids of its runs, earliest first. */
  readonly members: readonly string[];
  /** Words for the same, most frequent first: the reason of the earliest run of each wording, as it stands. */
  readonly wordings: readonly { readonly reason: string; readonly count: number }[];
  /** Mean suspicion of each place, largest first; places below 0.05 are left out. */
  readonly places: readonly { readonly place: string; readonly share: number }[];
  /** Names of exceptions with their number of runs, most frequent first. */
  readonly errors: readonly { readonly name: string; readonly count: number }[];
}
