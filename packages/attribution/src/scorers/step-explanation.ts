/** One thing that speaks for or against a step. All its text is untrusted. */
export interface ExplanationPart {
  /** A fact about the step, as the end of a sentence that begins with "The step", or with the name in `by`. */
  readonly says: string;
  /**
   * Its addend to the step's logit: above 0 it speaks for the step, below 0 against it. Absent where the scorer does not
   * make its scores of a sum.
   */
  readonly logit?: number;
  /** The member whose opinion this is, by name or fingerprint. Absent if the scorer has no members. */
  readonly by?: string;
  /** Why, in the words of a language model. */
  readonly reason?: string;
}

/** Why a scorer suspects a step as much as it does. */
export interface StepExplanation {
  /** 0-based. */
  readonly step: number;
  /**
   * Natural logarithm of the step's score, less the mean of that over the run's steps: 0 for a step that is as suspicious as
   * the average one. Absent where the scorer does not make its scores of a sum; else the sum of all parts and of `rest`.
   */
  readonly logit?: number;
  readonly parts: readonly ExplanationPart[];
  /** Parts that are not listed, and what they add to the logit in all; absent where all are. */
  readonly rest?: { readonly parts: number; readonly logit: number };
}
