import type { RollbackForecast } from "@langgraph-rollback/attribution";

/** The forecast of first rollbacks by the default policy, as a sentence. */
export function forecastWords(forecast: RollbackForecast): string {
  const { failures, kept, redone, standardError } = forecast;
  if (keepsNothing(forecast))
    return `It will only restart: in none of the ${failures} labelled failures would the first rollback keep a step.`;
  const margin = 2 * standardError;
  return `Of the ${failures} labelled failures, the first rollback by default would redo ${whole(redone)} % of a restart's steps (${whole(redone - margin)} to ${whole(redone + margin)}) and keep at least one step in ${kept}.`;
}

/** Whether every first rollback is a restart. */
export const keepsNothing = ({ kept }: RollbackForecast): boolean => kept === 0;

const whole = (share: number): number => Math.round(100 * Math.min(1, Math.max(0, share)));
