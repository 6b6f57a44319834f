import fc from "fast-check";
import { expect } from "vitest";

import { brokenLaws } from "./effect-laws.ts";
import { programs, type Program } from "./program.ts";
import { runProgram, type Store } from "./run-program.ts";
import type { World } from "./world.ts";

const { EFFECT_SEED: SEED, EFFECT_LIMIT = "200000" } = process.env;
/** Milliseconds, also for shrinking a program that breaks a law. */
const LIMIT = Number(EFFECT_LIMIT);

let threads = 0;

/** Runs one program and expects that every law holds. */
export async function expectLaws(program: Program, world: World, store: Store): Promise<void> {
  for await (const ended of runProgram(program, world, store, `program-${(threads += 1)}`))
    expect(brokenLaws(ended, world)).toEqual([]);
}

/** Random programs, shrunk where a law is broken. @param stops how many of their processes are stopped at most */
export async function expectLawsOfPrograms(
  { runs, stops }: { readonly runs: number; readonly stops: number },
  world: World,
  store: Store,
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(programs(stops), (program) => expectLaws(program, world, store)),
    { numRuns: runs, interruptAfterTimeLimit: LIMIT, ...(SEED === undefined ? {} : { seed: Number(SEED) }) },
  );
  const { conclusive, eligible } = store.replays?.tally ?? { conclusive: 0, eligible: 0 };
  // Refusing everything would keep the world as it is, too. A few replays alone tell nothing.
  if (eligible >= 20) expect(conclusive / eligible).toBeGreaterThanOrEqual(0.8);
}
