/** Scores below it are all shown as less than it. */
const TINIEST = 0.0001;

/**
 * A score as people read it: two decimals, and one digit that counts where two decimals would show "0.00", so that a
 * small score can be told from a tiny one.
 *
 * @param score in [0, 1]
 * @returns "0.42", "0.003", "<0.0001", "0"
 */
export function scoreFigure(score: number): string {
  if (score === 0) return "0";
  if (score >= 0.01 || Number.isNaN(score)) return score.toFixed(2);
  return score < TINIEST ? `<${TINIEST}` : String(Number(score.toPrecision(1)));
}
