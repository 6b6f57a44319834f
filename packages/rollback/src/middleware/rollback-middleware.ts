import { createMiddleware, type AgentMiddleware } from "langchain";

import { answerToolError } from "./answer-tool-error.ts";
import { TURN_CHANNEL } from "../steps/middleware-channels.ts";
import { endAttempt } from "./end-attempt.ts";
import { middlewareContext, type RollbackMiddlewareConfig } from "./middleware-context.ts";
import { middlewareState, writeBeside, type MiddlewareState } from "./middleware-state.ts";
import { callNoted, effectsOfTurn } from "./turn-effects.ts";
import { recordCall } from "./record-call.ts";

/**
 * Rollback as a middleware of `createAgent`: notes down each call of a model or tool, runs the verifier at the end, and
 * on a failure trims the suspect part of the conversation, adds a replanning note and lets the model continue from there.
 *
 * Only `withRollback` truly rewinds. A middleware runs inside the agent's loop: it cannot restore other channels of the
 * state, go back to a checkpoint, keep the failed branch, or catch an exception that ends the run. Put `withRollback`
 * around the agent, with `verify: verifiedByMiddleware`, and the middleware leaves failures to it.
 *
 * Goes first among the middlewares: it then sees calls as the agent does and judges after all others are done.
 *
 * @example
 * const agent = createAgent({
 *   model,
 *   tools,
 *   middleware: [rollbackMiddleware({ verify: ({ output }) => output?.messages.at(-1)?.text === "5" })],
 * });
 *
 * @throws {InvalidOptionError | UnknownOptionError} if an option has a value of a wrong type, or does not exist
 * @throws {CalibrationMismatchError | ScorerMissingError} if calibration and scorer do not belong together
 * @throws {RangeError} if `alpha`, `maxRetries`, `maxCalls` or an amount of `budget` is out of range
 */
export function rollbackMiddleware(
  config: RollbackMiddlewareConfig = {},
): AgentMiddleware<MiddlewareState, undefined, unknown, readonly [], readonly []> {
  const context = middlewareContext(config);
  return createMiddleware({
    name: "RollbackMiddleware",
    stateSchema: middlewareState(context.maxCalls),
    wrapModelCall: (request, handler) => {
      const name = request.model.getName();
      return recordCall(context, { kind: "model", name }, request.runtime.configurable, () =>
        handler(request),
      );
    },
    wrapToolCall: async (request, handler) => {
      const { name, id } = request.toolCall;
      const call = { kind: "tool" as const, name, ...(id === undefined ? {} : { message: id }) };
      const run = () => callNoted(context, request, handler);
      try {
        return await recordCall(context, call, request.runtime.configurable, run);
      } catch (error) {
        if (context.toolErrors === "throw") throw error;
        return answerToolError(request.toolCall, error, request.runtime.signal);
      }
    },
    ...(context.verify === undefined
      ? {}
      : {
          beforeAgent: (state, { configurable }) => {
            const at = new Date(context.clock()).toISOString();
            const turn = { id: context.ids(), last: state.messages.at(-1)?.id ?? "", at };
            writeBeside(configurable, { [TURN_CHANNEL]: turn });
            void effectsOfTurn(context, turn, configurable, true);
          },
          afterAgent: {
            canJumpTo: ["model"],
            hook: (state, { configurable, signal }) => endAttempt(context, { state, configurable, signal }),
          },
        }),
  });
}
