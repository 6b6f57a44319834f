import type { AdaptiveState } from "./adaptive-state.ts";
import { adaptiveThreshold } from "./adaptive-threshold.ts";

/**
 * Learns from one labelled run: alpha_{t+1} = min(1, alpha_t + gamma (alpha - err_t)), where err_t is 1 if its decisive
 * step was above the threshold and 0 if not. A miss makes the next sets larger, a hit a little smaller.
 *
 * For every sequence of nonconformities, mean err <= alpha + (alpha_1 + gamma) / (gamma T). Proof: a full set has err 0,
 * so alpha_t falls from above 0 only, by less than gamma, and alpha_{T+1} > -gamma. Without the cap at 1, which only
 * lowers alpha_t, alpha_{T+1} = alpha_1 + gamma sum(alpha - err_t). Solve for the sum.
 *
 * Only labelled runs count: call it for those alone, in the order of their labels. The bound is about the thresholds
 * that this state had when each label came; labels chosen by how the run went say nothing about the other runs.
 *
 * @param state         not changed
 * @param nonconformity S(x, y) of the labelled run, finite, by the method that the earlier ones were made with
 * @returns the next state, with the run in the window in place of the oldest
 * @throws {RangeError} on a nonconformity that is not finite, or a state that no start and no update leads to
 * @see Gibbs and Candes, arXiv:2106.00170, Proposition 4.1
 */
export function adaptiveUpdate(state: AdaptiveState, nonconformity: number): AdaptiveState {
  if (!Number.isFinite(nonconformity)) {
    throw new RangeError(`Expected \`nonconformity\` to be finite, got ${String(nonconformity)}.`);
  }
  const error = nonconformity > adaptiveThreshold(state).value ? 1 : 0;
  return {
    ...state,
    alphaNow: Math.min(1, state.alphaNow + state.gamma * (state.alpha - error)),
    recent: [...state.recent, nonconformity].slice(-state.window),
    labelled: state.labelled + 1,
    missed: state.missed + error,
  };
}
