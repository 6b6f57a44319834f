/** @internal A call of the recorded run, and how it ended. */
export interface RecordedResult<Value = unknown> {
  readonly kind: "model" | "tool" | "act" | "node";
  readonly name: string;
  /** Tells equal calls: of one kind, with one name and the same arguments. */
  readonly key: string;
  /** Index of the step in which it was made; -1 where that is not known. */
  readonly step: number;
  readonly end: RecordedEnd<Value>;
}

/** @internal A failure stays a failure; `undefined` and `null` are results. */
export type RecordedEnd<Value = unknown> =
  | { readonly outcome: "done"; readonly value: Value }
  | { readonly outcome: "failed"; readonly error: unknown };

/**
 * @internal Results of the calls of a recorded run. The calls of the redone part are answered in their order, the last one as often as it is made again; where
 * it had none like it, the newest of the kept part answers.
 */
export class RecordedResults<Value = unknown> {
  readonly #read: () => Promise<readonly RecordedResult<Value>[]>;
  readonly #start: number;
  /** By call: how many of the redone part's were given. */
  readonly #given = new Map<string, number>();

  /**
   * @param read  reads the run's calls in their order; asked at the first call
   * @param start index of the first step that runs again
   */
  constructor(read: () => Promise<readonly RecordedResult<Value>[]>, start: number) {
    this.#read = read;
    this.#start = start;
  }

  /**
   * The recorded end of a call; `undefined` where the run made no such call.
   *
   * @param keys under which it may stand, the surest first
   */
  async take(keys: readonly string[]): Promise<RecordedEnd<Value> | undefined> {
    const all = await this.#read();
    const key = keys.find((each) => all.some((result) => result.key === each));
    if (key === undefined) return undefined;
    const same = all.filter((result) => result.key === key);
    const redone = same.filter(({ step }) => step < 0 || step >= this.#start);
    const given = this.#given.get(key) ?? 0;
    this.#given.set(key, given + 1);
    return (redone[given] ?? redone.at(-1) ?? same.at(-1))?.end;
  }
}
