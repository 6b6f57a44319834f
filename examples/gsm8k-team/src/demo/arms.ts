import type { Problem, SeededModel } from "@langgraph-rollback/example-simulation";
import type { BaseCheckpointSaver } from "@langchain/langgraph";
import type { Calibration } from "@langgraph-rollback/attribution";
import { withRollback } from "langgraph-rollback";
import { type Policy, restart, toSet } from "langgraph-rollback/policies";
import { createTeamGraph, type TeamGraph } from "../team/team-graph.ts";
import { verifyAnswer } from "../team/verify-answer.ts";
import type { Oracle } from "./oracle.ts";

/** Rollbacks that every arm is allowed: the default of `withRollback`. */
export const ROLLBACKS = 3;

/** Says that the answer was wrong, and nothing about how it came about. */
const NOTE_WITHOUT_TRACE =
  "[rollback] The result was rejected. Work it out afresh from here, with more care.";

export interface ArmParts {
  readonly model: SeededModel;
  readonly problems: readonly Problem[];
  readonly calibration: Calibration | undefined;
}

/** The team with rollback as users have it: calibrated, with the default policy, number of rollbacks and note. */
export function rollbackArm(parts: ArmParts, saver: BaseCheckpointSaver): TeamGraph {
  return withRollback(createTeamGraph(parts.model, saver), common(parts));
}

/** The same by another policy, or with another number of rollbacks. */
export function policyArm(parts: ArmParts, policy: Policy, maxRollbacks: number): TeamGraph {
  return withRollback(createTeamGraph(parts.model), { ...common(parts), policy, maxRollbacks });
}

/** Without a calibration: every rollback is a restart; the note is the same. */
export function restartArm({ model, problems }: ArmParts, maxRollbacks: number): TeamGraph {
  return policyArm({ model, problems, calibration: undefined }, restart(), maxRollbacks);
}

/** As the rollback arm, but the note shows nothing of what failed. */
export function withoutTraceArm(parts: ArmParts): TeamGraph {
  return withRollback(createTeamGraph(parts.model), { ...common(parts), replan: () => NOTE_WITHOUT_TRACE });
}

/** First to the faulty step, which its scorer knows; then to the start. */
export function oracleArm({ model, problems }: ArmParts, { scorer, calibration }: Oracle): TeamGraph {
  return withRollback(createTeamGraph(model), {
    ...common({ model, problems, calibration }),
    scorer,
    policy: toSet(),
    maxRollbacks: ROLLBACKS,
  });
}

function common({ problems, calibration }: ArmParts) {
  return { verify: verifyAnswer(problems), ...(calibration && { calibration }) };
}
