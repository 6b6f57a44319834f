import { z } from "zod";

import type { TriedFailure } from "./tried-failure.ts";

const count = z.int().nonnegative();
const amount = z.number().nonnegative();

const triedFailure: z.ZodType<TriedFailure> = z.object({
  problem: z.string(),
  calibration: count,
  steps: count,
  mistake: count,
  arms: z.record(
    z.string(),
    z.object({
      rollbacks: z.array(
        z.object({
          start: count,
          redone: z.int(),
          ok: z.boolean(),
          tokens: z.object({ input: amount, output: amount }),
        }),
      ),
      ok: z.boolean(),
      tokens: amount,
    }),
  ),
});

/** Name of a failure's result in the file of answers. */
export const resultName = (system: string, at: number): string => `${system}/${at}`;

/** The failures of a system that were tried, in order, from the results of the file. */
export function keptFailures(
  results: ReadonlyMap<string, unknown>,
  system: string,
  most: number,
): readonly TriedFailure[] {
  const kept: TriedFailure[] = [];
  for (let at = 0; at < most; at += 1) {
    const { data } = triedFailure.safeParse(results.get(resultName(system, at)));
    if (data === undefined) return kept;
    kept.push(data);
  }
  return kept;
}
