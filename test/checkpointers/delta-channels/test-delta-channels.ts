import { randomUUID } from "node:crypto";

import { seededRandom } from "@langgraph-rollback/attribution/conformal";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { expect, inject, it } from "vitest";

import { isSince } from "../../fixtures/langgraph-version.ts";
import { compareStored, type Compared } from "./compare-stored.ts";
import { drawPlan, type DeltaPlan } from "./delta-plan.ts";
import { playDeltaRun } from "./play-delta-run.ts";

// DELTA_RUNS=400 DELTA_SEED=7 npm run test:all -- delta-channels
const FEW = 8;
const seed = Number(process.env["DELTA_SEED"] ?? 1);
const AT_ONCE = 8;

/**
 * @param open opens the same store each time
 * @param all number of runs where all rounds run
 */
export function testDeltaChannels(open: () => BaseCheckpointSaver, all = 100): void {
  const runs = Number(process.env["DELTA_RUNS"] ?? (inject("allRounds") ? all : FEW));
  it(
    `reads DeltaChannels back as ${runs} runs of parallel writers saw them`,
    async () => {
      const random = seededRandom(seed);
      const plans = Array.from({ length: runs }, () => drawPlan(random, !isSince("1.5")));
      const different: string[] = [];
      const rewinds = new Map<string, number>();
      while (plans.length > 0)
        for (const compared of await Promise.all(plans.splice(0, AT_ONCE).map((plan) => play(plan, open)))) {
          if (compared.differences.length > 0) different.push(compared.differences.join("\n"));
          for (const kind of compared.rewinds) rewinds.set(kind, (rewinds.get(kind) ?? 0) + 1);
        }
      expect(different.slice(0, 3), `${different.length} of ${runs} runs, seed ${seed}`).toEqual([]);
      if (runs >= 100)
        expect([...rewinds.keys()].toSorted()).toEqual(["graft", "siblings-kept", "superstep"]);
    },
    60_000 + runs * 10_000,
  );
}

async function play(plan: DeltaPlan, open: () => BaseCheckpointSaver): Promise<Compared> {
  const thread = `delta-${randomUUID()}`;
  const live = await playDeltaRun(plan, open, thread);
  const { differences, rewinds } = await compareStored(plan, open(), thread, live);
  return { differences: differences.length > 0 ? [JSON.stringify(plan), ...differences] : [], rewinds };
}
