import { MemorySaver } from "@langchain/langgraph-checkpoint";

import { validateBareAndRecording } from "./bare-and-recording.ts";
import { canaryForKeptPaths } from "./delta-order.ts";

validateBareAndRecording("MemorySaver", () => new MemorySaver());

const memory = new MemorySaver();
canaryForKeptPaths(() => memory);
