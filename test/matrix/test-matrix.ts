import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { it } from "vitest";

import { expectCell, expectLimit } from "./expect-cell.ts";
import { limits } from "./limits.ts";
import { runCell } from "./run-cell.ts";
import { shapes } from "./shapes.ts";

/** One test for each shape over one store. */
export function testMatrix(open: () => BaseCheckpointSaver): void {
  for (const shape of shapes)
    it(`rolls back ${shape.name}`, async () => expectCell(shape, await runCell(shape, open)));
  for (const shape of limits)
    it(`gives up on ${shape.name}`, async () => expectLimit(await runCell(shape, open)));
}
