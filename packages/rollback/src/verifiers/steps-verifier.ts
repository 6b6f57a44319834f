import { markSteps, type MarkingScorer } from "@langgraph-rollback/attribution";

import { plainTrajectory } from "../steps/plain-trajectory.ts";
import { fingerprintOf } from "./fingerprint.ts";
import { namedVerifier, type NamedVerifier } from "./named-verifier.ts";

/**
 * Judges a run by marks on its steps: the score is the share of steps that are not marked wrong. Alone it is a hard judge, as one wrong
 * step of many may have been put right; in a {@link panel} it says how much is wrong.
 *
 * @param scorer marks steps, such as `recordedScorer` or a scorer of `@langgraph-rollback/attributors`
 */
export function stepsVerifier(scorer: MarkingScorer): NamedVerifier {
  return namedVerifier(fingerprintOf("steps", scorer.fingerprint), async ({ signal, trajectory }) => {
    const steps = plainTrajectory(await trajectory());
    const marks = await markSteps(steps, scorer, signal);
    const wrong = marks.flatMap((mark, step) => (mark === -1 ? [step + 1] : []));
    const ok = wrong.length === 0;
    const score = 1 - wrong.length / marks.length;
    return { ok, score, ...(ok ? {} : { reason: `marked wrong: step ${wrong.join(", step ")}` }) };
  });
}
