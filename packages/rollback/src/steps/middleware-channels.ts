/** @internal The middleware's own channels in an agent's state; LangChain keeps names with "_" out of inputs and outputs. */
export const CALLS_CHANNEL = "_rollbackCalls";
/** @internal */
export const RECORDS_CHANNEL = "_rollbackRecords";
/** @internal */
export const TURN_CHANNEL = "_rollbackTurn";

/** @internal Whether a channel holds notes of the middleware instead of the agent's output. */
export function isMiddlewareChannel(name: string): boolean {
  return name === CALLS_CHANNEL || name === RECORDS_CHANNEL || name === TURN_CHANNEL;
}
