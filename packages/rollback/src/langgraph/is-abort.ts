/** Codes of errors that say that something was aborted: Node's, and those of HTTP clients that have their own. */
const CODES: readonly unknown[] = ["ABORT_ERR", "ERR_CANCELED"];

/** LangGraph's message where a run is aborted, and LangChain's where the signal's reason is neither an error nor text. */
const MESSAGES: readonly string[] = ["Abort", "Aborted"];

/** Errors that caused an error are looked at this deep. */
const DEPTH = 8;

/**
 * @internal Whether a thrown value says that something was aborted. Then it does not say whether that took place: a call ends as soon as its signal
 * aborts, and what it has begun may go on.
 *
 * @param signal the call's, if it is known: the reason of an abort may be any value
 */
export function isAbort(thrown: unknown, signal: AbortSignal | undefined): boolean {
  let each: unknown = thrown;
  for (let depth = 0; depth < DEPTH && each !== undefined; depth += 1) {
    if (isReason(each, signal) || isNamedSo(each)) return true;
    each = each instanceof Error ? each.cause : undefined;
  }
  return false;
}

function isReason(thrown: unknown, signal: AbortSignal | undefined): boolean {
  if (signal?.aborted !== true) return false;
  const reason: unknown = signal.reason;
  // LangChain throws text as an error.
  return thrown === reason || (thrown instanceof Error && thrown.message === reason);
}

function isNamedSo(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  const { name, message } = thrown;
  if (name === "AbortError" || name === "NodeTimeoutError" || CODES.includes(Reflect.get(thrown, "code")))
    return true;
  // The error that `AbortSignal.timeout` aborts with.
  if (name === "TimeoutError") return thrown instanceof DOMException;
  return name === "Error" && MESSAGES.includes(message);
}
