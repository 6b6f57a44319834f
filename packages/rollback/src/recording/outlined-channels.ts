import { START } from "@langchain/langgraph";

import { SENDS } from "../langgraph/task-identity.ts";

/** The channels of which an outline has the values: what a turn was called with, and the Sends of the next superstep. */
export const OUTLINED_CHANNELS: readonly string[] = [START, SENDS];
