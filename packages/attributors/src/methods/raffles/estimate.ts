import type { Judge } from "../../asking/judge.ts";
import type { Evidence } from "../../asking/text/evidence.ts";
import type { Estimate } from "../../finding/attributor.ts";
import { estimateQuestions } from "../../finding/estimate-questions.ts";
import type { RafflesCandidate, RafflesRound } from "./candidate.ts";
import { opinionQuestion, proposalQuestion } from "./questions.ts";
import type { RafflesSettings } from "./settings.ts";
import type { Variant } from "./variant.ts";

/** As long as arguments usually are. */
const ARGUMENT = Array.from({ length: 60 }, () => "word").join(" ");

/** @internal Estimate of what all rounds read, if none ends the search. */
export function estimateOf(
  judge: Judge,
  evidence: Evidence,
  variant: Variant,
  settings: RafflesSettings,
): Estimate {
  const { rounds } = settings;
  const round = usualRound(evidence, variant);
  const played = Array.from({ length: Math.max(1, rounds) }, (_, index) => index);
  const questions = played.flatMap((length) => {
    const earlier = Array.from({ length }, () => round);
    const criteria = rounds === 0 ? [] : variant.criteria;
    return [
      proposalQuestion(evidence, variant, earlier),
      ...criteria.map((criterion) =>
        opinionQuestion(evidence, variant, round.candidate, criterion, settings),
      ),
    ];
  });
  return estimateQuestions(judge, questions);
}

function usualRound(
  { trajectory: { steps } }: Evidence,
  { criteria }: Variant,
): RafflesRound & { readonly candidate: RafflesCandidate } {
  const step = Math.floor(steps.length / 2);
  const rationales = Object.fromEntries(criteria.map((criterion) => [criterion, ARGUMENT]));
  return {
    candidate: { step, agent: steps[step]?.agent ?? "", rationales },
    opinions: criteria.map((criterion) => ({ criterion, confidence: 50, reason: ARGUMENT })),
    confidence: 250,
  };
}
