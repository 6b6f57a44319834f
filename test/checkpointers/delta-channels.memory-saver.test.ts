import { MemorySaver } from "@langchain/langgraph-checkpoint";
import { describe } from "vitest";

import { testDeltaChannels } from "./delta-channels/test-delta-channels.ts";

const memory = new MemorySaver();

describe("over MemorySaver", () => {
  testDeltaChannels(() => memory);
});
