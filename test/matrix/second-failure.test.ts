import { MemorySaver } from "@langchain/langgraph-checkpoint";
import { describe, it } from "vitest";

import { expectSecondFailure } from "./expect-cell.ts";
import { runCell } from "./run-cell.ts";
import { shapes } from "./shapes.ts";

const memory = new MemorySaver();

/** The second fork is made from the first one, before which a shared namespace holds the failed attempt's memory. */
const pending = new Set(["a subgraph that remembers earlier turns, rewound to before it"]);

describe("a rollback whose attempt fails, too, is followed by one to the start", () => {
  for (const shape of shapes) {
    const test = pending.has(shape.name) ? it.fails : it;
    test(shape.name, async () => expectSecondFailure(shape, await runCell(shape, () => memory, 2)));
  }
});
