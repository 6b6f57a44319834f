import { waitUntil } from "../effects/wait-until.ts";
import { outsideOfGraph } from "../langgraph/isolate.ts";
import type { DueCheck, EarlyVerdict, PrefixWatch } from "../watching/prefix-watch.ts";
import type { Prefix } from "../watching/watched-alarm.ts";

/** @internal One attempt, as it is watched by one call of the agent. Scores and checks are made one after the other, beside the run. */
export class AttemptInSight {
  readonly prefix: PrefixWatch;
  readonly #over: AbortController;
  #work: Promise<void> = Promise.resolve();
  #found: readonly EarlyVerdict[] = [];
  #stopped: EarlyVerdict | undefined;

  constructor(prefix: PrefixWatch, over: AbortController) {
    this.prefix = prefix;
    this.#over = over;
  }

  /** Judges the steps so far, and gives the verdict that stops the attempt, if one has come in time: of these steps or of earlier ones. */
  async judged(prefix: Prefix, due: readonly DueCheck[], waitMs: number): Promise<EarlyVerdict | undefined> {
    this.#work = outsideOfGraph(() => this.#judge(this.#work, prefix, due));
    await waitUntil(this.#work, waitMs, undefined);
    const stops = this.#found.filter(({ early }) => this.prefix.raise(early));
    this.#found = [];
    this.#stopped ??= stops[0];
    return this.#stopped;
  }

  async #judge(before: Promise<void>, prefix: Prefix, due: readonly DueCheck[]): Promise<void> {
    await before;
    if (this.#over.signal.aborted) return;
    const verdicts = await this.prefix.judge(prefix, () => due);
    this.#found = [...this.#found, ...verdicts];
  }

  /** The attempt is over. */
  close(): void {
    this.#over.abort();
  }
}
