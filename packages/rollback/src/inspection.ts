// For tools that show what was rolled back: what is kept beside checkpoints, read more closely than `readHistory` does.
export { appendValue } from "./history/append-value.ts";
export type { KeptValue } from "./history/append-value.ts";
export type { RewindRecord } from "./history/attempt-record.ts";
export { unreadableHistory } from "./history/history.ts";
export type { ListedThread } from "./history/list-threads.ts";
export { readTask, readTurns, threadVersion } from "./history/read-turns.ts";
export type { ThreadTurn } from "./history/read-turns.ts";
export { readValues } from "./history/read-values.ts";
export type { StoredValue } from "./history/read-values.ts";
export { TESTED_LANGGRAPH, isUntestedLanggraph } from "./langgraph/tested-langgraph.ts";
export { readState } from "./reading/read-step.ts";
export type { GraphOrCheckpointer } from "./recording/graph-or-checkpointer.ts";
