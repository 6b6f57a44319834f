import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { it } from "vitest";

import { expectCell, expectLimit } from "./expect-cell.ts";
import { limits } from "./limits.ts";
import { runCell } from "./run-cell.ts";
import { shapes } from "./shapes.ts";

/** One test for each shape over one store. */
export function testMatrix(open: () => BaseCheckpointSaver): void {
  it.each(shapes)("$name", async (shape) => expectCell(shape, await runCell(shape, open)));
  it.each(limits)("gives up on $name", async (shape) => expectLimit(await runCell(shape, open)));
}
