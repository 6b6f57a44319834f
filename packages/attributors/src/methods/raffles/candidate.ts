import { isStep } from "../../finding/is-step.ts";

/** Criterion of a decisive fault, each checked by an evaluator of its own. */
export type RafflesCriterion = "fault" | "primacy" | "decisiveness";

/** Proposal of a round's judge. */
export interface RafflesCandidate {
  /** 0-based; need not exist; absent where the judge finds no fault. */
  readonly step?: number;
  /** As the trajectory writes it, or as the judge does where nobody has that name. Untrusted. */
  readonly agent?: string;
  /** Why each criterion holds, in the judge's words. Untrusted. */
  readonly rationales: Readonly<Partial<Record<RafflesCriterion, string>>>;
}

/** An evaluator's opinion of a candidate. */
export interface RafflesOpinion {
  /** "trace" is the rule-based check that step and agent are in the trace. */
  readonly criterion: RafflesCriterion | "trace";
  /** In [0, 100]; `undefined` where the evaluator gave no usable answer, which counts as 0. */
  readonly confidence: number | undefined;
  /** In the evaluator's words. Untrusted. */
  readonly reason: string;
}

/** A candidate and what came of checking it. */
export interface RafflesRound {
  /** Absent where the judge gave no usable answer. */
  readonly candidate?: RafflesCandidate;
  /** One for each criterion, then the rule-based one; of a step that does not exist the latter only. */
  readonly opinions: readonly RafflesOpinion[];
  /** Sum of the opinions' confidences. */
  readonly confidence: number;
}

/** @internal Whether a candidate's step is one of `length` steps; "no fault" always is. */
export function exists({ step = 0 }: Pick<RafflesCandidate, "step">, length: number): boolean {
  return isStep(step, length);
}
