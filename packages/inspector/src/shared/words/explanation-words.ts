import type { Attribution, ExplanationPart, StepExplanation } from "@langgraph-rollback/attribution";

/** One thing that speaks for or against a step, in words. Untrusted. */
export interface PartWords {
  /** Its addend to the logit: "+1.20", "−0.40"; absent where the scorer adds nothing up. */
  readonly share?: string;
  readonly says: string;
  /** A language model's reason. */
  readonly reason?: string;
}

/** Why a step is suspected, in words. */
export interface ExplanationWords {
  /** Meaning of the shares, as a sentence; absent where there are none. */
  readonly sum?: string;
  readonly parts: readonly PartWords[];
}

/** An explanation in words, for the page, reports and the command line. */
export function explanationWords({ logit, parts, rest }: StepExplanation): ExplanationWords {
  const others =
    rest === undefined
      ? []
      : [
          {
            share: signed(rest.logit),
            says: `${rest.parts} other ${rest.parts === 1 ? "observation" : "observations"} together`,
          },
        ];
  return {
    ...(logit === undefined ? {} : { sum: sumOf(logit) }),
    parts: [...parts.map(partWords), ...others],
  };
}

function partWords({ by, logit, reason, says }: ExplanationPart): PartWords {
  return {
    ...(logit === undefined ? {} : { share: signed(logit) }),
    says: by === undefined ? `The step ${says}.` : `${by} ${says}.`,
    ...(reason === undefined ? {} : { reason }),
  };
}

function sumOf(logit: number): string {
  const times = Math.exp(logit);
  const figure = times >= 100 || times < 0.01 ? times.toPrecision(1) : times.toPrecision(2);
  return `Shares of the logit, against the average step of the run: ${signed(logit)} in all, so the score is ${Number(figure)} times that step's.`;
}

/** A true minus, which stands as wide as the plus. */
function signed(value: number): string {
  return `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(2)}`;
}

/** Recorded explanation of why a step is suspected. */
export function recordedExplanation(
  attribution: Attribution | undefined,
  at: number,
): StepExplanation | undefined {
  return attribution?.explanations?.find(({ step }) => step === at);
}

/** Why the step of the highest score is suspected, where that was recorded. */
export function topExplanation(attribution: Attribution | undefined): StepExplanation | undefined {
  const scores = attribution?.scores ?? [];
  return recordedExplanation(attribution, scores.indexOf(scores.reduce((a, b) => Math.max(a, b), 0)));
}
