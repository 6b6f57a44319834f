import type { Finding } from "../../finding/attributor.ts";
import type { RafflesFinding } from "./raffles.ts";
import { bestRound } from "./history.ts";

/** Steps of a round, 0-based; absent where there is none, or no fault was found. */
export interface RoundSteps {
  /** Step that the judge proposed. */
  readonly candidate?: number | undefined;
  /** Step that the method would have blamed if this had been its last round. */
  readonly blamed?: number | undefined;
}

/** Steps of each round of `raffles`, in order; none for findings of other methods. */
export function roundSteps(finding: Finding): readonly RoundSteps[] {
  if (!hasRounds(finding)) return [];
  const { rounds, scores } = finding;
  return rounds.map(({ candidate }, index) => ({
    candidate: candidate?.step,
    blamed: bestRound(rounds.slice(0, index + 1), scores.length)?.candidate?.step,
  }));
}

function hasRounds(finding: Finding): finding is RafflesFinding {
  return "rounds" in finding && "confident" in finding;
}
