import type { Evidence } from "../../asking/text/evidence.ts";
import type { Calls } from "../../finding/calls.ts";
import { exists, type RafflesOpinion, type RafflesRound } from "./candidate.ts";
import { candidateOf, opinionQuestion, proposalQuestion } from "./questions.ts";
import { ruleCheck } from "./rule-check.ts";
import type { RafflesSettings } from "./settings.ts";
import type { Variant } from "./variant.ts";

const NO_OPINION = { confidence: undefined, reason: "No usable answer." };

/** @internal The judge's candidate, and all evaluators' opinions of it, from parallel calls. */
export async function playRound(
  calls: Calls,
  evidence: Evidence,
  variant: Variant,
  earlier: readonly RafflesRound[],
  settings: RafflesSettings,
): Promise<RafflesRound> {
  const name = `Round ${earlier.length + 1}`;
  const proposal = await calls.ask(proposalQuestion(evidence, variant, earlier), `${name}, judge`);
  if (proposal === undefined) return { opinions: [], confidence: 0 };
  const candidate = candidateOf(evidence, variant, proposal, settings.redact);
  const rule = ruleCheck(evidence.trajectory, candidate);
  const isShown = settings.rounds > 0 && exists(candidate, evidence.trajectory.steps.length);
  const asked = isShown ? variant.criteria : [];
  const opinions = await Promise.all(
    asked.map(async (criterion): Promise<RafflesOpinion> => {
      const question = opinionQuestion(evidence, variant, candidate, criterion, settings);
      const opinion = await calls.ask(question, `${name}, ${criterion}`);
      return { criterion, ...(opinion ?? NO_OPINION) };
    }),
  );
  if (rule.confidence === 0) calls.note(`${name}: ${rule.reason}`);
  const all = [...opinions, rule];
  const confidence = all.reduce((sum, each) => sum + (each.confidence ?? 0), 0);
  return { candidate, opinions: all, confidence };
}
