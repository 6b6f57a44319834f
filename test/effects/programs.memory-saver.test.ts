import { MemorySaver } from "@langchain/langgraph-checkpoint";
import { describe, it } from "vitest";

import { loadSqliteSaver } from "../checkpointers/load-sqlite-saver.ts";
import { expectLawsOfPrograms } from "./expect-laws.ts";
import { effectRuns } from "./effect-runs.ts";
import { World } from "./world.ts";

const { open, missing } = await loadSqliteSaver();

describe.skipIf(missing !== undefined)(
  `random programs with effects over MemorySaver${missing ?? ""}`,
  () => {
    it("leave the world as the branch says, and tell of all else", async () => {
      const saver = new MemorySaver();
      const [world, elsewhere] = [new World(open(":memory:").db), new World(open(":memory:").db)];
      const replays = { world: elsewhere, tally: { conclusive: 0, eligible: 0 } };
      await expectLawsOfPrograms({ runs: effectRuns(25), stops: 0 }, world, { open: () => saver, replays });
    });
  },
);
