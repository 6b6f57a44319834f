import { setMaxListeners } from "node:events";

import { ReplayRefusedError } from "../errors/replay-refused-error.ts";
import type { ReplayLog } from "../effects/act.ts";
import type { ReplayedCall } from "../answers/replay-answer.ts";

/** @internal The calls of one replay in their order. The first one that has no answer stops the replay. */
export class CallLog implements ReplayLog {
  readonly calls: ReplayedCall[] = [];
  readonly #stop = new AbortController();
  #refusal: ReplayRefusedError | undefined;

  /** Aborts with the user's signal, and once a call has no answer: what the graph makes of the error does not matter then. */
  signalWith(other: AbortSignal | undefined): AbortSignal {
    const signal = AbortSignal.any([this.#stop.signal, ...(other === undefined ? [] : [other])]);
    // A graph listens once for each task that runs.
    setMaxListeners(0, signal);
    return signal;
  }

  /** The first call that had no answer; `undefined` where all had one. */
  get refusal(): ReplayRefusedError | undefined {
    return this.#refusal;
  }

  note(call: ReplayedCall): void {
    this.calls.push(call);
  }

  /** Ends the replay. @throws {ReplayRefusedError} always */
  refuse(call: Omit<ReplayedCall, "answer">, why: string): never {
    this.note({ ...call, answer: "refused" });
    const error = new ReplayRefusedError(call.kind, call.name, why);
    this.#refusal ??= error;
    this.#stop.abort(error);
    throw error;
  }
}
