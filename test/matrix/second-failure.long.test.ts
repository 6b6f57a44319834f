import { MemorySaver } from "@langchain/langgraph-checkpoint";
import { describe, it } from "vitest";

import { expectSecondFailure } from "./expect-cell.ts";
import { runCell } from "./run-cell.ts";
import { shapes } from "./shapes.ts";

const memory = new MemorySaver();

describe("a rollback whose attempt fails, too, is followed by one to the start", () => {
  for (const shape of shapes)
    it(`in ${shape.name}`, async () => expectSecondFailure(shape, await runCell(shape, () => memory, 2)));
});
