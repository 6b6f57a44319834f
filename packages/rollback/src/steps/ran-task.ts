import type { StepError } from "@langgraph-rollback/attribution/trajectory";

import type { TaskIdentity } from "../langgraph/task-identity.ts";
import type { Said } from "./step-content.ts";
import type { MessageTokens } from "./token-count.ts";

/** @internal A task that ended or failed, and its output. */
export interface RanTask {
  readonly taskId: string;
  /** `undefined` where only the process that ran it knew. */
  readonly identity: TaskIdentity | undefined;
  readonly said: Said;
  /** None where no message reports any. */
  readonly tokens: readonly MessageTokens[];
  /** Names of tools whose answers tell of an error; absent where none does. */
  readonly failedTools?: readonly string[];
  /** Set if it threw, in this branch or in one before. */
  readonly error: StepError | undefined;
  /** An error handler has answered in its place. */
  readonly handled?: true;
  /** Milliseconds since the epoch; `undefined` where nobody recorded. */
  readonly start: number | undefined;
  readonly end: number | undefined;
}
