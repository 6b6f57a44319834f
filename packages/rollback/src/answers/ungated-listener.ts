import { BaseCallbackHandler, type CallbackHandlerMethods } from "@langchain/core/callbacks/base";

import { UngatedCallError } from "../errors/ungated-call-error.ts";
import type { AnswerGate } from "./answer-gate.ts";
import { began } from "./gate-context.ts";
import { nameOfRun } from "./name-of-run.ts";

type ChatStart = Parameters<NonNullable<CallbackHandlerMethods["handleChatModelStart"]>>;
type LlmStart = Parameters<NonNullable<CallbackHandlerMethods["handleLLMStart"]>>;
type ToolStart = Parameters<NonNullable<CallbackHandlerMethods["handleToolStart"]>>;

/**
 * @internal Refuses every model and tool that is called without having asked a gate: one of another copy of @langchain/core, or of a class that overrides the method
 * that asks. To be given to the callbacks of a work that runs inside of a gate. It is awaited, and what it throws keeps the call from happening.
 *
 * @param gate says of each whether it may run all the same
 */
export function ungatedListener(gate: AnswerGate): BaseCallbackHandler {
  const check = (kind: "model" | "tool", name: string): void => {
    if (began(kind)) return;
    if (gate.ungated?.({ kind, name }) !== true) throw new UngatedCallError(kind, name);
  };
  const methods: CallbackHandlerMethods = {
    handleChatModelStart: (...[model, , , , , , , name]: ChatStart) => check("model", nameOfRun(model, name)),
    handleLLMStart: (...[model, , , , , , , name]: LlmStart) => check("model", nameOfRun(model, name)),
    handleToolStart: (...[tool, , , , , , name]: ToolStart) => check("tool", nameOfRun(tool, name)),
  };
  return Object.assign(BaseCallbackHandler.fromMethods(methods), { awaitHandlers: true, raiseError: true });
}
