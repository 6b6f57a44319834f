import type { MadeMistake } from "./mistake-ledger.ts";

/**
 * The mistake that decides a failed run: the earliest one without which alone the run would have been right. Where none decides by itself, the earliest.
 *
 * @param mistakes       of the run, earliest first
 * @param isRightWithout runs it again with one of them left out
 * @see arXiv:2505.00212, section 3: the decisive error is the earliest one whose correction makes the run succeed
 */
export async function decisiveMistake<Made extends MadeMistake>(
  mistakes: readonly Made[],
  isRightWithout: (mistake: Made) => Promise<boolean>,
): Promise<{ readonly mistake: Made; readonly decidesAlone: boolean } | undefined> {
  for (const mistake of mistakes) if (await isRightWithout(mistake)) return { mistake, decidesAlone: true };
  const [first] = mistakes;
  return first && { mistake: first, decidesAlone: false };
}
