/** Traces that tell of the same run. Each group has the name of its first trace. */
export class TiedTraces {
  readonly #leaders = new Map<string, string>();
  readonly #byRun = new Map<string, string>();

  /** @param run id of a run of ours that the trace tells of, if it tells of one */
  tie(trace: string, run: string | undefined): void {
    if (run === undefined) return;
    const before = this.#byRun.get(run);
    const [one, other] = [this.nameOf(before ?? trace), this.nameOf(trace)];
    if (before === undefined) this.#byRun.set(run, trace);
    if (one !== other) this.#leaders.set(other, one);
  }

  nameOf(trace: string): string {
    let name = trace;
    for (let next = this.#leaders.get(name); next !== undefined; next = this.#leaders.get(name)) name = next;
    // The way gets short for the next one who asks.
    if (name !== trace) this.#leaders.set(trace, name);
    return name;
  }
}
