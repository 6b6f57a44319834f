import type { AgentHistory, Calibration, StepScorer } from "@langgraph-rollback/attribution";

import type { FailedRun } from "../failures/failed-run.ts";
import type { ArmOptions } from "../systems/system.ts";

/** Results of learning from failures that are not tried: the scorer, and a calibration for each way to make sets. */
export interface Learnt {
  readonly alpha: number;
  readonly scorer: StepScorer;
  readonly calibrations: ReadonlyMap<string, Calibration>;
  readonly history: AgentHistory;
}

/** A way to try failed runs again. */
export interface Arm {
  readonly name: string;
  readonly options: (learnt: Learnt, run: FailedRun) => ArmOptions | "nodes";
}
