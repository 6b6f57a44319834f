import { MemorySaver } from "@langchain/langgraph";
import { describe } from "vitest";

import { testStateTypes } from "./state-types.ts";

describe("over MemorySaver", () => {
  testStateTypes(() => new MemorySaver());
});
