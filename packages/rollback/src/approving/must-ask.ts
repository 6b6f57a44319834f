import { isIrreversible } from "../effects/effect-record.ts";
import type { RollbackProblem } from "../history/attempt-record.ts";
import { problemOf } from "../history/left-alone.ts";
import type { Approve, RollbackQuestion } from "./rollback-question.ts";

/**
 * @internal Whether a human is asked about a rollback. A predicate that fails asks.
 *
 * @param asksFirst whether irreversible effects always need an approval
 */
export async function mustAsk(
  approve: Approve,
  question: RollbackQuestion,
  asksFirst: boolean,
): Promise<{ readonly asks: boolean; readonly problem?: RollbackProblem }> {
  if (question.handedOver === true) return { asks: true };
  const hasIrreversible = question.cannotUndo.some(isIrreversible);
  if (hasIrreversible && (asksFirst || approve === "irreversible")) return { asks: true };
  if (typeof approve === "string") return { asks: approve === "always" };
  try {
    return { asks: await approve(question) };
  } catch (error) {
    return { asks: true, problem: problemOf(error) };
  }
}
