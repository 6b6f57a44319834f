/** One call of a model or tool, as the middleware saw it. Plain JSON. */
export interface AgentCall {
  readonly id: string;
  readonly kind: "model" | "tool";
  /** The model's or the tool's name. */
  readonly name: string;
  /** Id of the message that came of it, or of the tool call that it answers. */
  readonly message?: string;
  /** LangGraph's task that made it; calls of one task share it. */
  readonly task?: string;
  /** When it began, milliseconds since the epoch. */
  readonly start: number;
  /** How long it took, milliseconds. */
  readonly latency: number;
  /** Tokens counted by the provider; absent where it gives no count. */
  readonly tokens?: { readonly input: number; readonly output: number; readonly total: number };
  /** Why it failed, cut to 500 characters. Untrusted. */
  readonly error?: { readonly name: string; readonly message: string };
}

/** @internal The calls in the state, oldest first, and the number of those that were dropped. */
export interface CallLog {
  readonly calls: readonly AgentCall[];
  readonly dropped: number;
}

/** @internal */
export const NO_CALLS: CallLog = { calls: [], dropped: 0 };

/** @internal How many calls were noted down so far. */
export const countOf = ({ calls, dropped }: CallLog = NO_CALLS): number => calls.length + dropped;

/**
 * @internal Adds calls to a log of at most `limit`; the oldest go first. Calls that it holds already are not added
 * again: LangChain writes a hook's whole state back along with what the hook changed.
 */
export function addCalls(log: CallLog, added: CallLog, limit: number): CallLog {
  const known = new Set(log.calls.map(({ id }) => id));
  const calls = [...log.calls, ...added.calls.filter(({ id }) => !known.has(id))];
  const excess = Math.max(0, calls.length - limit);
  return { calls: calls.slice(excess), dropped: Math.max(log.dropped, added.dropped) + excess };
}
