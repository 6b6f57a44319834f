import { isCommand } from "@langchain/langgraph";

/** @internal Whether a call starts a run, rather than going on with one. */
export const isNewInput = (input: unknown): boolean =>
  input !== null && input !== undefined && !isCommand(input);
