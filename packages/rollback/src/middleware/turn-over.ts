import { AIMessage, isToolMessage, type BaseMessage } from "@langchain/core/messages";
import { Command, ParentCommand } from "@langchain/langgraph";
import { TASKS } from "@langchain/langgraph-checkpoint";

import { BRANCH } from "../langgraph/private-strings.ts";
import { namespaceIn } from "../langgraph/thread.ts";
import { TURN_CHANNEL } from "../steps/middleware-channels.ts";
import type { AgentRuntime } from "./agent-runtime.ts";
import type { AgentEnd } from "./finished-run.ts";
import { channelsAround, turnIn, writeBeside, type Turn } from "./middleware-state.ts";

/** Channels that run something of the agent which may run beside the hooks of its end. */
const GOES_ON = [`${BRANCH}model_request`, `${BRANCH}tools`, TASKS];

/**
 * @internal Leaves an agent alone whose turn is not over although LangChain runs the hooks of its end. That happens where LangChain refuses a structured
 * response and asks the model again, and where a tool whose result is the agent's answer runs beside another tool. A hook that returns, with whatever
 * result, writes to `jumpTo`, which takes one write a superstep, and a hook of another middleware may run in this one.
 *
 * @throws LangGraph's Command, which stands for the result of the hook
 */
export function leaveUnlessOver({ state, ...runtime }: AgentEnd): void {
  const turn = turnIn(state);
  const [passed] = turn === undefined ? [] : refusedBefore(turn, state.messages);
  const around = channelsAround(runtime.configurable, GOES_ON);
  const goesOn = Object.values(around).some((value) => !Array.isArray(value) || value.length > 0);
  if (passed === undefined && !goesOn) return;
  const update =
    turn === undefined || passed === undefined ? {} : { [TURN_CHANNEL]: { ...turn, passed: [passed] } };
  throw new ParentCommand(
    new Command({ graph: namespaceIn({ configurable: runtime.configurable ?? {} }), update }),
  );
}

/** Refused responses after which the hooks of the end have not yet run. A call that a tool answered after all was not refused. */
function refusedBefore(
  { refused = [], passed = [] }: Turn,
  messages: readonly BaseMessage[],
): readonly string[] {
  const answers = messages.filter(isToolMessage).filter(({ name }) => name === undefined);
  const unnamed = new Set(answers.map(({ tool_call_id: id }) => id));
  return refused.filter((id) => unnamed.has(id) && !passed.includes(id));
}

/** The part of a model request that is read. */
interface ModelRequest {
  readonly state: object;
  readonly tools: readonly unknown[];
  readonly responseFormat?: unknown;
  readonly runtime: AgentRuntime;
}

/** @internal Notes down what LangChain refuses of a model's answer: it asks the model again, and runs the hooks of the agent's end at the same time. */
export function noteRefused(
  { state, tools, responseFormat, runtime: { configurable } }: ModelRequest,
  answer: unknown,
): void {
  const turn = turnIn(state);
  if (turn === undefined || responseFormat === undefined || responseFormat === null) return;
  const own = new Set(tools.map((tool): unknown => Reflect.get(Object(tool), "name")));
  // A response that it can use comes with its messages, and not as a message.
  const calls = AIMessage.isInstance(answer) ? (answer.tool_calls ?? []) : [];
  const refused = calls.flatMap(({ id, name }) => (id === undefined || own.has(name) ? [] : [id]));
  if (refused.length > 0) writeBeside(configurable, { [TURN_CHANNEL]: { ...turn, refused } });
}
