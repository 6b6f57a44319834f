import { MemorySaver } from "@langchain/langgraph-checkpoint";
import { describe, inject } from "vitest";

import { shapes } from "./shapes.ts";
import { spread } from "./spread.ts";
import { testMatrix } from "./test-matrix.ts";

const memory = new MemorySaver();

describe("over MemorySaver", () => {
  testMatrix(() => memory, spread, inject("allRounds") ? shapes : spread);
});
