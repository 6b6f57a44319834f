/** @internal Why a worker aborts a run: the reason of its signal. */
export type WhyStopped =
  /** Somebody has cancelled it. */
  | "cancelled"
  /** The worker is to end, and the run goes on elsewhere. */
  | "handed-over"
  /** Another worker has it by now, or may have it. */
  | "overtaken";

/** @internal The reason with which a run's signal is aborted. */
export class RunStoppedError extends Error {
  override readonly name = "AbortError";
  readonly code = "RUN_STOPPED";
  readonly why: WhyStopped;

  constructor(why: WhyStopped) {
    super(`The run was stopped by its worker: ${why}.`);
    this.why = why;
  }
}

/** @internal Why a run was aborted; `undefined` if it was not. */
export function whyStopped(signal: AbortSignal): WhyStopped | undefined {
  const reason: unknown = signal.aborted ? signal.reason : undefined;
  if (reason instanceof RunStoppedError) return reason.why;
  return signal.aborted ? "overtaken" : undefined;
}
