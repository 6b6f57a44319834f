import { seededDraw } from "@langgraph-rollback/example-simulation";
import type { Verifier } from "langgraph-rollback";
import { namedVerifier, type NamedVerifier } from "langgraph-rollback/verifiers";
import { normal, normalBelow } from "./normal.ts";

/** How far wrong runs lie above right ones, in standard deviations: an AUROC of 0.90. */
const APART = 1.81;
/** Above it, the judge rejects by itself: 15 % of right runs, and all but 22 % of wrong ones. */
const CUT = 1.04;
/** The least score that the judge accepts. */
export const LEAST_SCORE = normalBelow(-CUT);

/** A judge's score of a run, in [0, 1], higher for better runs: it knows the run by its name alone, and whether it is right. */
export function judgeScore(threadId: string, attempt: number, isRight: boolean): number {
  const z = normal(seededDraw("judge", threadId), `attempt ${attempt}`) + (isRight ? 0 : APART);
  return normalBelow(-z);
}

/**
 * A simulated judge that errs as real ones do. It asks a verifier that knows the truth, and hides it behind noise.
 *
 * @param onTruth told what is true of each attempt that is judged
 */
export function simulatedJudge<Input, Output>(
  truth: Verifier<Input, Output>,
  onTruth: (threadId: string, attempt: number, isRight: boolean) => void,
): NamedVerifier<Input, Output> {
  return namedVerifier<Input, Output>("simulated-judge-1", async (run) => {
    const verdict = await truth(run);
    const isRight = verdict === true || (typeof verdict === "object" && "ok" in verdict && verdict.ok);
    onTruth(run.threadId, run.attempt, isRight);
    const score = judgeScore(run.threadId, run.attempt, isRight);
    return { ok: score >= LEAST_SCORE, score, reason: "The judge does not trust the answer." };
  });
}
