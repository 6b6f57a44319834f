import { createMiddleware, type AgentMiddleware } from "langchain";

import { replayAround } from "../effects/intercepting/act-context.ts";
import { answerToolError } from "./answer-tool-error.ts";
import { beginTurn } from "./begin-turn.ts";
import { endAttempt } from "./end-attempt.ts";
import { middlewareContext, type RollbackMiddlewareConfig } from "./middleware-context.ts";
import { middlewareState, type MiddlewareState } from "./middleware-state.ts";
import { callNoted } from "./turn-effects.ts";
import { recordCall } from "./record-call.ts";
import { answerToRequest } from "./turn-request.ts";
import { endBeforeModel } from "./watch-turn.ts";
import { leaveUnlessOver, noteRefused } from "./turn-over.ts";

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
 * @throws {RangeError} if `alpha`, `maxRetries`, `maxCalls`, an amount of `budget`, or one of `watch` is out of range
 */
export function rollbackMiddleware(
  config: RollbackMiddlewareConfig = {},
): AgentMiddleware<MiddlewareState, undefined, unknown, readonly [], readonly []> {
  const context = middlewareContext(config);
  return createMiddleware({
    name: "RollbackMiddleware",
    stateSchema: middlewareState(context.maxCalls),
    wrapModelCall: async (request, handler) => {
      const ended = replayAround() === undefined ? await endBeforeModel(context, request) : undefined;
      if (ended !== undefined) return ended;
      const call = { kind: "model" as const, name: request.model.getName() };
      const answer = await recordCall(context, call, request.runtime.configurable, () => handler(request));
      noteRefused(request, answer);
      return answer;
    },
    wrapToolCall: async (request, handler) => {
      const { name, id } = request.toolCall;
      const call = { kind: "tool" as const, name, ...(id === undefined ? {} : { message: id }) };
      const isReplay = replayAround() !== undefined;
      const answer = isReplay ? undefined : answerToRequest(context, request);
      if (answer !== undefined) return answer;
      const run = () => (isReplay ? handler(request) : callNoted(context, request, handler));
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
          beforeAgent: (state, runtime) => beginTurn(context, { state, ...runtime }),
          afterAgent: {
            canJumpTo: ["model"],
            hook: (state, runtime) => {
              // A replay is judged by the one who makes it, and nothing of the real run is undone.
              if (replayAround() !== undefined) return undefined;
              leaveUnlessOver({ state, ...runtime });
              return endAttempt(context, { state, ...runtime });
            },
          },
        }),
  });
}
