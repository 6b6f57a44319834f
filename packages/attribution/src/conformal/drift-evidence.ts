/** A labelled failure that came after the calibration. */
export interface FreshScore {
  /** At its decisive step, by the method and the scorer that were calibrated. */
  readonly nonconformity: number;
  /** Breaks ties: a number in [0, 1) that was drawn without a look at the failure. */
  readonly draw: number;
}

/** How much speaks for drift. */
export interface DriftEvidence {
  /**
   * The highest wealth of a gambler who bets on drift, with 1 to begin with, >= 1. Without drift it reaches b with
   * probability 1 / b at most, over all looks taken together; it is followed up to 1e12.
   */
  readonly evidence: number;
  /** Which way the bets went best: fresh failures conform less than those calibrated on, and are missed, or more. */
  readonly direction: "harder" | "easier";
}

/** Stakes on each bet, and so many gamblers, who share the starting capital. */
const STAKES = [0.5, 1, 1.5, 2] as const;

/** Beyond it nothing is left to prove, and products would overflow. */
const MOST = 1e12;

/**
 * Whether fresh failures look like those calibrated on: a test that may be looked at after every label.
 *
 * Each fresh nonconformity is ranked among all before it, those calibrated on included. If all are exchangeable, the
 * ranks are independent and spread evenly, and no bet on them gains on average. Here gamblers stake their capital, again
 * and again, on ranks being high, or low; the mean of what they have is the evidence.
 *
 * @param calibration nonconformities of n labelled failures, shape [n], in any order
 * @param fresh       in the order in which they were labelled, shape [m]; none of them among `calibration`
 * @throws {RangeError} on a number that is NaN, an infinite nonconformity, or a draw outside [0, 1)
 * @see Vovk, Testing randomness online, Statistical Science 36 (2021); Ville's inequality
 */
export function driftEvidence(calibration: readonly number[], fresh: readonly FreshScore[]): DriftEvidence {
  checkFinite(calibration, "calibration");
  const seen = [...calibration];
  const harder = STAKES.map(() => 1);
  const easier = STAKES.map(() => 1);
  let best: DriftEvidence = { evidence: 1, direction: "harder" };
  for (const score of fresh) {
    const p = shareAbove(seen, score);
    STAKES.forEach((stake, index) => {
      harder[index] = (harder[index] ?? 0) * (1 + stake * (0.5 - p));
      easier[index] = (easier[index] ?? 0) * (1 - stake * (0.5 - p));
    });
    const [up, down] = [sum(harder), sum(easier)];
    const evidence = (up + down) / (2 * STAKES.length);
    if (evidence > best.evidence) best = { evidence, direction: up >= down ? "harder" : "easier" };
    if (evidence >= MOST) return { ...best, evidence: MOST };
    seen.push(score.nonconformity);
  }
  return best;
}

/** Share of those seen that conform less than the score, in [0, 1); of those that tie with it, itself one, a drawn part. */
function shareAbove(seen: readonly number[], { nonconformity, draw }: FreshScore): number {
  checkFinite([nonconformity], "fresh");
  if (!(draw >= 0 && draw < 1)) throw new RangeError(`Expected \`draw\` in [0, 1), got ${draw}.`);
  let [above, ties] = [0, 1];
  for (const other of seen) {
    if (other > nonconformity) above += 1;
    else if (other === nonconformity) ties += 1;
  }
  return (above + draw * ties) / (seen.length + 1);
}

function checkFinite(values: readonly number[], name: string): void {
  const bad = values.find((value) => !Number.isFinite(value));
  if (bad !== undefined) throw new RangeError(`Expected \`${name}\` to hold finite numbers, got ${bad}.`);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
