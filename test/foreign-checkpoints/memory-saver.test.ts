import { MemorySaver } from "@langchain/langgraph-checkpoint";
import { describe } from "vitest";

import { shapes } from "./graphs.ts";
import { testForeignCheckpoints } from "./test-foreign-checkpoints.ts";

const memory = new MemorySaver();

describe("over MemorySaver", () => {
  testForeignCheckpoints(() => memory, shapes);
});
