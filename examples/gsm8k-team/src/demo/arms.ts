import type { BaseCheckpointSaver } from "@langchain/langgraph";
import type { Calibration } from "@langgraph-rollback/attribution";
import { withRollback } from "langgraph-rollback";
import type { Problem } from "../problems/problem.ts";
import { createTeamGraph, type TeamGraph, type TeamModel } from "../team/team-graph.ts";
import { verifyAnswer } from "../team/verify-answer.ts";
import type { Oracle } from "./oracle.ts";

/** Rollbacks that every arm is allowed. */
export const MAX_ROLLBACKS = 2;

/** Says that the answer was wrong, and nothing about how it came about. */
const NOTE_WITHOUT_TRACE =
  "[rollback] The result was rejected. Work it out afresh from here, with more care.";

export interface ArmParts {
  readonly model: TeamModel;
  readonly problems: readonly Problem[];
  readonly calibration: Calibration | undefined;
}

/** The team with rollback as users have it: calibrated, with the default note. */
export function rollbackArm(parts: ArmParts, saver: BaseCheckpointSaver): TeamGraph {
  return withRollback(createTeamGraph(parts.model, saver), common(parts));
}

/** Without a calibration every rollback is a restart; the note is the same. */
export function restartArm({ model, problems }: ArmParts): TeamGraph {
  return withRollback(createTeamGraph(model), common({ model, problems, calibration: undefined }));
}

/** As the rollback arm, but the note shows nothing of what failed. */
export function withoutTraceArm(parts: ArmParts): TeamGraph {
  return withRollback(createTeamGraph(parts.model), { ...common(parts), replan: () => NOTE_WITHOUT_TRACE });
}

/** As the rollback arm, with a scorer that knows the faulty step. */
export function oracleArm({ model, problems }: ArmParts, { scorer, calibration }: Oracle): TeamGraph {
  return withRollback(createTeamGraph(model), { ...common({ model, problems, calibration }), scorer });
}

function common({ problems, calibration }: ArmParts) {
  return {
    verify: verifyAnswer(problems),
    maxRollbacks: MAX_ROLLBACKS,
    ...(calibration && { calibration }),
  };
}
