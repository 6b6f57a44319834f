import type { RollbackPlan } from "../attempts/decide/plan-rollback.ts";
import type { AttemptRecord } from "../history/attempt-record.ts";

/** @internal A plan to roll back as a human's answer, or the mode, leaves it: amended, or given up. */
export function planAfter(
  {
    notice,
    attribution,
    problem,
    spent,
    failedAt,
    calledTasks,
    recovery,
  }: Extract<RollbackPlan, { readonly kind: "roll-back" }>,
  answered: AttemptRecord,
): RollbackPlan {
  const { reason, rewind, effects, note, updates, stopped, planned } = answered;
  const known = {
    reason,
    ...(notice === undefined ? {} : { notice }),
    ...(attribution === undefined ? {} : { attribution }),
    ...(problem === undefined ? {} : { problem }),
    ...(spent === undefined ? {} : { spent }),
    ...(failedAt === undefined ? {} : { failedAt }),
    ...(calledTasks === undefined ? {} : { calledTasks }),
    ...(recovery === undefined ? {} : { recovery }),
    ...(effects === undefined ? {} : { effects }),
  };
  if (rewind === undefined)
    return {
      kind: "give-up",
      ...known,
      ...(stopped === undefined ? {} : { stopped }),
      ...(planned === undefined ? {} : { planned }),
    };
  return {
    kind: "roll-back",
    ...known,
    rewind,
    ...(note === undefined ? {} : { note }),
    ...(updates === undefined ? {} : { updates }),
  };
}
