import { MemorySaver } from "@langchain/langgraph-checkpoint";

import { OverlaySaver } from "langgraph-rollback/replay";
import { describe } from "vitest";

import { validateBareAndRecording } from "./bare-and-recording.ts";
import { canaryForKeptPaths } from "./delta-order.ts";

validateBareAndRecording("MemorySaver", () => new MemorySaver());

// It stores as MemorySaver does, and the suite excuses it from the same.
describe("OverlaySaver", () => {
  validateBareAndRecording("MemorySaver", () => new OverlaySaver(new MemorySaver()));
});

const memory = new MemorySaver();
canaryForKeptPaths(() => memory);
