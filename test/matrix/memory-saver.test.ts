import { MemorySaver } from "@langchain/langgraph-checkpoint";
import { describe } from "vitest";

import { testMatrix } from "./test-matrix.ts";

const memory = new MemorySaver();

describe("over MemorySaver", () => {
  testMatrix(() => memory);
});
