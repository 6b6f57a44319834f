import { MemorySaver } from "@langchain/langgraph-checkpoint";
import { describe } from "vitest";

import { shapes } from "./shapes.ts";
import { testMatrix } from "./test-matrix.ts";

const memory = new MemorySaver();

describe("over MemorySaver", () => {
  testMatrix(() => memory, shapes);
});
