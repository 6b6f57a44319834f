import type { RunnableConfig } from "@langchain/core/runnables";
import { tool, type StructuredToolInterface } from "@langchain/core/tools";
import { interrupt } from "@langchain/langgraph";
import { z } from "zod";

import { declareEffect } from "../effects/declaring/declared-effect.ts";
import { stampIn } from "../steps/attempt-stamp.ts";
import { askedValue, type RewindRequest } from "../steps/rewind-request.ts";
import { ANSWERS } from "./answers.ts";
import { openAttempt } from "./open-attempts.ts";

const REASON_LENGTH = 1000;
const QUOTE_LENGTH = 500;

const schema = z.object({
  reason: z.string().describe("What went wrong, and how you noticed it."),
  tool: z.string().nullish().describe("Name of the tool that you called wrongly, if it was a tool call."),
  call: z
    .number()
    .int()
    .min(1)
    .nullish()
    .describe(
      "Which of your calls of that tool: 1 is the first one for this task. Leave it out for the last.",
    ),
  quote: z
    .string()
    .nullish()
    .describe("Otherwise: words copied from the message that is wrong. Leave out what you do not know."),
});

const DESCRIPTION = `Ask to go back to before a mistake of yours. Call it only if an earlier step went wrong in a way that you cannot correct by going on. Name the step if you know it. If the request is granted, what was done since that step is undone, and you continue from there with a note that tells what you found. A run can be rewound a few times only: do not call this again for the same reason.`;

/** The tools that this module made. A tool of the same name by others is theirs. */
const made = new WeakSet<object>();

/**
 * A tool with which the model itself can say that it went wrong, at which step and why. It ends the attempt as failed: the run is rolled back as after
 * any failure, within `maxRollbacks` and `budget`, guarded by `approve`, `effects` and holds, and the note tells the next attempt what was found. Where
 * no rollback is made, the tool's answer says why, and the run continues.
 *
 * Works in `createAgent` and in a `ToolNode`, under `withRollback` or `rollbackGraph`, and in `createAgent` with `rollbackMiddleware`. The step that the model
 * names can only move the start of the rewind to an earlier one. Nothing is promised of such a rewind.
 *
 * @example
 * const agent = createAgent({ model, tools: [search, book, rollbackTool()] });
 * const guarded = withRollback(agent, { verify });
 */
export function rollbackTool(): StructuredToolInterface {
  const own = tool((input, config: RunnableConfig) => ask(requestOf(input), config), {
    name: "request_rollback",
    description: DESCRIPTION,
    schema,
  });
  made.add(own);
  declareEffect(own, "read-only");
  return own;
}

/** @internal Whether a tool was made by {@link rollbackTool}. */
export function isRollbackTool(given: unknown): boolean {
  if (typeof given !== "object" || given === null) return false;
  // A tool that notes itself down stands before the one that was made.
  return made.has(given) || isRollbackTool(Object.getPrototypeOf(given));
}

/**
 * @internal The request in the arguments of a call, cut to length.
 * @returns `undefined` if they are none
 */
export function parseRequest(args: unknown): RewindRequest | undefined {
  const parsed = schema.safeParse(args);
  return parsed.success ? requestOf(parsed.data) : undefined;
}

function requestOf({ reason, tool: name, call, quote }: z.infer<typeof schema>): RewindRequest {
  return {
    reason: reason.slice(0, REASON_LENGTH),
    ...(typeof name === "string" && name !== "" ? { tool: name.slice(0, QUOTE_LENGTH) } : {}),
    ...(typeof call === "number" ? { call } : {}),
    ...(typeof quote === "string" && quote.trim() !== "" ? { quote: quote.slice(0, QUOTE_LENGTH) } : {}),
  };
}

/** Ends the attempt by an interrupt: LangGraph lets no node run after it, and what runs beside it ends in peace. */
function ask(request: RewindRequest, config: RunnableConfig): string {
  const stamp = stampIn(config);
  if (stamp === undefined) return ANSWERS.outside;
  const attempt = openAttempt(stamp);
  if (attempt === undefined) return ANSWERS.late;
  if (attempt.refusal !== undefined) {
    attempt.wasRefused = true;
    return attempt.refusal;
  }
  const call = callOf(config);
  if (attempt.askedBy !== undefined && attempt.askedBy !== call) return ANSWERS.second;
  attempt.askedBy = call;
  return String(interrupt(askedValue(request)));
}

/** The id of the tool call; calls without one are told apart by their task. */
function callOf(config: RunnableConfig): string {
  const call: unknown = Reflect.get(Object(Reflect.get(config, "toolCall")), "id");
  return typeof call === "string" ? call : String(config.configurable?.["checkpoint_ns"]);
}
