import { z } from "zod";

/** @internal The agents to blame and the step, as an analyst writes them. */
export interface HypothesisAnswer {
  readonly reason: string;
  readonly agents: readonly string[];
  /** Counted from 1. */
  readonly step: number | null;
  readonly confidence: number;
}

/** @internal Answer of an analyst. */
export interface AnalysisAnswer {
  readonly findings: string;
  readonly evaluations: readonly {
    /** Counted from 1. */
    readonly step: number;
    readonly evidence: string;
    readonly likelihood: number;
  }[];
  readonly conclusion: HypothesisAnswer;
  readonly alternatives: readonly HypothesisAnswer[];
}

const hypothesis: z.ZodType<HypothesisAnswer> = z.object({
  reason: z.string().describe("What went wrong and how it led to the failure, in at most 60 words"),
  agents: z
    .array(z.string())
    .describe(
      "Who is to blame, each name as in the trace. Usually one; several only if each made a mistake of its own without which the run would have succeeded; none if nobody can be blamed",
    ),
  step: z
    .number()
    .nullable()
    .describe("Number of the decisive step, as in the trace (the first is 1); null if it cannot be told"),
  confidence: z
    .number()
    .min(0)
    .max(1)
    .describe("Probability that this is right: 0.9 nearly sure, 0.5 even odds, below 0.3 a guess"),
});

/** @internal The same for all subjects. Evidence comes before numbers, and both before the conclusion. */
export const ANALYSIS: z.ZodType<AnalysisAnswer> = z.object({
  findings: z.string().describe("What you followed through the trace and what you saw, in at most 80 words"),
  evaluations: z
    .array(
      z.object({
        step: z.number().describe("Number of the step, as in the trace"),
        evidence: z.string().describe("What speaks for and against it, in at most 30 words"),
        likelihood: z.number().min(0).max(1).describe("Probability that this is the decisive step"),
      }),
    )
    .describe("The steps that may be decisive, also those that you then decide against; at most 12"),
  conclusion: hypothesis,
  alternatives: z.array(hypothesis).describe("Other explanations that remain possible; at most 3"),
});
