import { isCommand } from "@langchain/langgraph";

/** @internal Whether a call starts a run instead of resuming one. */
export const isNewInput = (input: unknown): boolean =>
  input !== null && input !== undefined && !isCommand(input);

/** @internal Whether a call sends a thread to other nodes or alters its state, rather than answers a question. */
export const isNewWork = (input: unknown): boolean => isCommand(input) && !isAnswer(input);

/** @internal Whether a call answers a question. */
export const isAnswer = (input: unknown): boolean =>
  isCommand(input) && input.resume !== undefined && input.resume !== null;
