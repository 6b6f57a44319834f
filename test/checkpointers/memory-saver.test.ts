import { MemorySaver } from "@langchain/langgraph-checkpoint";

import { validateBareAndRecording } from "./bare-and-recording.ts";

validateBareAndRecording("MemorySaver", () => new MemorySaver());
