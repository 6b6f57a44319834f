import { isHumanMessage, isToolMessage, type BaseMessage, type ToolMessage } from "@langchain/core/messages";

import type { StepData } from "../reading/read-step.ts";
import type { RecordedStep, RecordedTrajectory } from "../steps/recorded-trajectory.ts";
import { describeWrites, type ChannelWrite } from "../steps/step-content.ts";
import { sumTokens, tokensIn } from "../steps/token-count.ts";
import { isNote } from "../steps/note-message.ts";

/** @internal The current turn of a conversation, as steps. */
export interface ConversationTurn {
  /** The conversation as the agent was given it. */
  readonly asked: readonly BaseMessage[];
  readonly trajectory: RecordedTrajectory;
  /** For each step, the position of its first message in the conversation. */
  readonly positions: readonly number[];
  /** A step's input and output. */
  readonly dataOf: (step: RecordedStep) => StepData;
}

/**
 * @internal Reads the steps of a turn off its conversation: a step for each model's answer and each tool's, as
 * `createAgent` has tasks. What middlewares did besides does not show there. Tools that ran in one task (version "v1")
 * are one step. Notes of earlier rollbacks are no steps.
 *
 * @param last   id of the last message when the agent began; where it is gone, the user's last message counts
 * @param taskOf LangGraph's task that gave a tool's answer, where it was recorded
 */
export function conversationTurn(
  messages: readonly BaseMessage[],
  options: {
    readonly threadId: string;
    readonly last?: string | undefined;
    readonly taskOf?: (message: ToolMessage) => string | undefined;
  },
): ConversationTurn {
  const { threadId, last, taskOf = () => undefined } = options;
  const asked = messages.slice(0, startOfTurn(messages, last));
  const groups = grouped(messages, asked.length, taskOf);
  const supersteps = positionsOfSupersteps(messages);
  const counted = new Set<string>();
  let superstep = 0;
  const steps = groups.map(({ position, said }, index): RecordedStep => {
    const isAnswer = said.every(isToolMessage);
    // All tools answer one message: they run side by side, so a run cannot go back to one of them alone.
    if (!isAnswer || !isToolMessage(messages[position - 1])) superstep += 1;
    const node = isAnswer ? "tools" : "model_request";
    const writes: readonly ChannelWrite[] = [["messages", said]];
    const tokens = sumTokens(tokensIn(writes), counted);
    return {
      index,
      ...describeWrites(writes, node),
      ...(tokens === undefined ? {} : { tokens }),
      origin: {
        node,
        taskId: said[0]?.id ?? "",
        superstep,
        namespace: "",
        before: `message ${supersteps[position] ?? position}`,
      },
      path: "pull",
      identity: `pull:${index}:${node}`,
      enclosing: [],
    };
  });
  const head = messages.at(-1)?.id ?? "";
  return {
    asked,
    trajectory: { id: `${threadId}:${head}`, threadId, head, task: asked.at(-1)?.text ?? "", steps },
    positions: groups.map(({ position }) => position),
    dataOf: ({ index }) => {
      const group = groups[index];
      const state = { messages: messages.slice(0, group?.position ?? 0) };
      return { input: state, state, writes: [["messages", group?.said ?? []]] };
    },
  };
}

function startOfTurn(messages: readonly BaseMessage[], last: string | undefined): number {
  const marked = last === undefined ? -1 : messages.findIndex(({ id }) => id === last);
  if (marked >= 0) return marked + 1;
  return messages.findLastIndex((message) => isHumanMessage(message) && !isNote(message)) + 1;
}

interface Group {
  readonly position: number;
  readonly said: BaseMessage[];
}

function grouped(
  messages: readonly BaseMessage[],
  from: number,
  taskOf: (message: ToolMessage) => string | undefined,
): readonly Group[] {
  const groups: Group[] = [];
  let last: string | undefined;
  messages.forEach((message, position) => {
    if (position < from || isNote(message)) return;
    const task = isToolMessage(message) ? taskOf(message) : undefined;
    if (task !== undefined && task === last) groups.at(-1)?.said.push(message);
    else groups.push({ position, said: [message] });
    last = task;
  });
  return groups;
}

/** Of each message, where its superstep begins: tools that answer one message share one, and any other message is one of its own. */
function positionsOfSupersteps(messages: readonly BaseMessage[]): readonly number[] {
  let begin = 0;
  return messages.map((message, position) => {
    if (!isToolMessage(message) || !isToolMessage(messages[position - 1])) begin = position;
    return begin;
  });
}
