import { MemorySaver } from "@langchain/langgraph";
import fc from "fast-check";
import { describe, expect, inject, it } from "vitest";

import { loadSqliteSaver } from "../checkpointers/load-sqlite-saver.ts";
import { effectRuns } from "./effect-runs.ts";
import { observedPrograms, outcomeOf } from "./observed-programs.ts";
import { World } from "./world.ts";

const { open, missing } = await loadSqliteSaver();
const { EFFECT_SEED: SEED } = process.env;

describe.skipIf(missing !== undefined)(`random programs that are only observed${missing ?? ""}`, () => {
  it("carry out what they do without rollback, and end so", async () => {
    const property = fc.asyncProperty(observedPrograms, async (program) => {
      const outcome = (isBare: boolean) =>
        outcomeOf(program, new World(open(":memory:").db), { saver: new MemorySaver(), isBare });
      expect(await outcome(false)).toEqual(await outcome(true));
    });
    await fc.assert(property, {
      numRuns: effectRuns(inject("allRounds") ? 100 : 20),
      ...(SEED === undefined ? {} : { seed: Number(SEED) }),
    });
  });
});
