import { RunStoppedError, type WhyStopped } from "./why-stopped.ts";

/** @internal A run that this process works on. */
export interface ActiveRun {
  readonly id: string;
  readonly controller: AbortController;
  isWatched: boolean;
}

/** @internal The runs that this process works on. */
export class ActiveRuns {
  readonly #runs = new Map<string, ActiveRun>();

  get size(): number {
    return this.#runs.size;
  }

  get ids(): readonly string[] {
    return [...this.#runs.keys()];
  }

  add(id: string): ActiveRun {
    const run: ActiveRun = { id, controller: new AbortController(), isWatched: false };
    this.#runs.set(id, run);
    return run;
  }

  remove(run: ActiveRun): void {
    if (this.#runs.get(run.id) === run) this.#runs.delete(run.id);
  }

  /** Does nothing to a run that is stopped already, or not here. */
  stop(id: string, why: WhyStopped): void {
    const run = this.#runs.get(id);
    if (run?.controller.signal.aborted === false) run.controller.abort(new RunStoppedError(why));
  }

  stopAll(why: WhyStopped): void {
    for (const id of this.ids) this.stop(id, why);
  }

  watch(isWatched: (id: string) => boolean): void {
    for (const run of this.#runs.values()) run.isWatched = isWatched(run.id);
  }

  watchOne(id: string): void {
    const run = this.#runs.get(id);
    if (run !== undefined) run.isWatched = true;
  }
}
