import { MemorySaver } from "@langchain/langgraph-checkpoint";
import { describe, inject, it } from "vitest";

import { expectSecondFailure } from "./expect-cell.ts";
import { runCell } from "./run-cell.ts";
import { shapes } from "./shapes.ts";
import { spread } from "./spread.ts";

const memory = new MemorySaver();

describe("a rollback whose attempt fails, too, is followed by one to the start", () => {
  for (const shape of inject("allRounds") ? shapes : spread)
    it(`in ${shape.name}`, async () => expectSecondFailure(shape, await runCell(shape, () => memory, 2)));
});
