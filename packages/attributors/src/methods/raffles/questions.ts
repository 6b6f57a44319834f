import { z } from "zod";
import type { Redact } from "@langgraph-rollback/attribution";

import type { Question } from "../../asking/question/question.ts";
import { shapeVersion } from "../../asking/question/shape-version.ts";
import type { Evidence } from "../../asking/text/evidence.ts";
import { asLine } from "../../asking/text/frame.ts";
import { redactSteps } from "../../asking/text/redact-steps.ts";
import { evidenceTexts } from "../../asking/text/transcript.ts";
import { DECISIVE_STEP } from "../../finding/decisive-step.ts";
import { knownAgent } from "../../finding/known-agent.ts";
import type { RafflesCandidate, RafflesCriterion, RafflesRound } from "./candidate.ts";
import { excerptOf } from "./excerpt.ts";
import { memoryText } from "./history.ts";
import type { Proposal } from "./proposal.ts";
import type { RafflesSettings } from "./settings.ts";
import type { Variant } from "./variant.ts";

const OPINION: z.ZodType<Evaluation> = z.object({
  reason: z
    .string()
    .describe("What in the trace bears the argument out or refutes it, in one to three sentences"),
  confidence: z
    .number()
    .min(0)
    .max(100)
    .describe(
      "100: the argument is specific and the trace bears it out; 0: it is refuted, or cannot be checked",
    ),
});

/** @internal Answer of an evaluator. */
export interface Evaluation {
  readonly reason: string;
  readonly confidence: number;
}

const FIRST_ROUND =
  "You are the judge. Propose the candidate, and argue each criterion by what the trace says.";
const LATER_ROUND = `You are the judge. The frame "earlier rounds" holds the candidates so far, with how sure evaluators were of each criterion and why. Weigh their objections against the trace; they can be wrong. Propose the candidate again with better arguments if it stands, otherwise a better one.`;

/** @internal Changes with the prompts of a variant. */
export function versionOf(variant: Variant): readonly string[] {
  return [
    variant.instructions,
    DECISIVE_STEP,
    FIRST_ROUND,
    LATER_ROUND,
    ...variant.criteria.flatMap((criterion) =>
      [true, false].map((faulty) => checkOf(variant, criterion, faulty)),
    ),
    ...[variant.proposal, OPINION].map(shapeVersion),
  ];
}

/** @internal Asks for the candidate of a round. */
export function proposalQuestion(
  evidence: Evidence,
  variant: Variant,
  rounds: readonly RafflesRound[],
): Question<Proposal> {
  const memory = memoryText(rounds);
  return {
    name: `${variant.name}-judge`,
    instructions: variant.instructions,
    evidence: [...evidenceTexts(evidence), ...memory],
    ask: memory.length === 0 ? FIRST_ROUND : LATER_ROUND,
    answer: variant.proposal,
  };
}

/** @internal The candidate that a proposal means, its agent spelt as in the trace. */
export function candidateOf(
  { trajectory }: Evidence,
  variant: Variant,
  said: Proposal,
  redact?: Redact,
): RafflesCandidate {
  const { agent, faulty, step } = said;
  const rationales = Object.fromEntries(
    variant.criteria.map((criterion) => [criterion, said[criterion] ?? ""]),
  );
  if (!faulty) return { rationales };
  const acted = agent ?? trajectory.steps[step - 1]?.agent;
  return {
    step: step - 1,
    ...(acted === undefined
      ? {}
      : { agent: knownAgent(trajectory, acted, { redact, step: step - 1 }) ?? acted }),
    rationales,
  };
}

/** @internal Asks an evaluator what to think of the judge's argument for one criterion. */
export function opinionQuestion(
  evidence: Evidence,
  variant: Variant,
  candidate: RafflesCandidate,
  criterion: RafflesCriterion,
  { evaluatorsRead, redact }: Pick<RafflesSettings, "evaluatorsRead" | "redact">,
): Question<Evaluation> {
  const { agent, rationales, step } = candidate;
  const { steps } = evidence.trajectory;
  const trace =
    evaluatorsRead === "whole" ? undefined : excerptOf(redactSteps(steps, redact), step, criterion);
  const argument = rationales[criterion] ?? "";
  const claim = step === undefined ? { fault: "none", argument } : { step: step + 1, agent, argument };
  return {
    name: `${variant.name}-${criterion}`,
    instructions: variant.instructions,
    evidence: [...evidenceTexts(evidence, trace), { label: "candidate", text: asLine(claim) }],
    ask: checkOf(variant, criterion, step !== undefined),
    answer: OPINION,
  };
}

function checkOf({ claims }: Variant, criterion: RafflesCriterion, faulty: boolean): string {
  const claim = faulty ? claims[criterion] : "that there is no step of which the criteria hold";
  return `You are the evaluator of ${criterion}. The frame "candidate" holds what the judge proposes, and its argument; where the trace is shortened, " […] " stands for what was left out. Check one thing: ${claim}. Look for what speaks against it in the trace before you believe it; a conclusion that may be right does not make up for an argument that is vague, wrong, or not borne out. Say how far the argument can be relied on.`;
}
