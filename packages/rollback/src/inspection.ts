// For tools that show what was rolled back: the records beside checkpoints, in more detail than `readHistory` returns.
export { readActs } from "./effects/read-acts.ts";
export type { RecordedAct } from "./effects/read-acts.ts";
export { appendValue } from "./history/append-value.ts";
export type { RewindRecord } from "./history/attempt-record.ts";
export { attributionSchema } from "./history/attempt-record-schema.ts";
export { countFailedRuns, failedRunIn } from "./history/count-failed-runs.ts";
export type { RecordedFailure } from "./history/count-failed-runs.ts";
export { unreadableHistory } from "./history/history.ts";
export type { ListedThread } from "./history/list-threads.ts";
export { threadsVersion } from "./history/list-threads.ts";
export { readTask, readTurns, threadVersion } from "./history/read-turns.ts";
export type { ThreadTurn } from "./history/read-turns.ts";
export { readValues } from "./history/read-values.ts";
export { TESTED_LANGGRAPH, isUntestedLanggraph } from "./langgraph/tested-langgraph.ts";
export { readState } from "./reading/read-step.ts";
export type { GraphOrCheckpointer, OutlinedCheckpointer } from "./recording/graph-or-checkpointer.ts";
export { outlinesOf } from "./recording/graph-or-checkpointer.ts";
export { OUTLINED_CHANNELS } from "./recording/outlined-channels.ts";
