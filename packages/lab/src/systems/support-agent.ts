import { AIMessage, isHumanMessage, isToolMessage, type BaseMessage } from "@langchain/core/messages";
import { fakeModel } from "@langchain/core/testing";
import { tool, type StructuredToolInterface } from "@langchain/core/tools";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { trajectoryDraw } from "@langgraph-rollback/attribution/draws";
import { createAgent } from "langchain";
import { z } from "zod";

import type { SystemTask } from "./system.ts";

const REFUNDED: Readonly<Record<string, number>> = { late: 10, broken: 100, mistaken: 90, returned: 80 };
const TOPICS = Object.keys(REFUNDED);

/** A call of the model errs so often, with a note somewhat more often: a mistake may be made again. */
const ERRS = 0.1;
const ERRS_AGAIN = 0.15;
/** More answers than a run with its retries needs. */
const ANSWERS = 60;

/** A customer's case. */
export type Case = Pick<SystemTask, "problem" | "seed">;

const draw = (...parts: readonly (string | number)[]): number => trajectoryDraw({ id: parts.join("/") });
const among = (least: number, most: number, ...parts: readonly (string | number)[]): number =>
  least + Math.floor((most - least + 1) * draw(...parts));

const orderOf = ({ problem }: Case): string => String(among(1000, 9999, "order", problem));
const topicOf = ({ problem }: Case): string =>
  TOPICS[among(0, TOPICS.length - 1, "topic", problem)] ?? "late";
const countOf = (order: string): number => among(2, 9, "count", order);
const priceOf = (order: string): number => among(5, 44, "price", order);

/** The message of a customer who wants money back. */
export const requestOf = (task: Case) => ({
  messages: [
    {
      role: "user",
      content: `Case ${task.problem}-${task.seed}: my order ${orderOf(task)} is ${topicOf(task)}. How much do I get back?`,
    },
  ],
});

/** Whether the customer was told the right amount for the right reason. */
export function isAnswered(messages: readonly BaseMessage[]): boolean {
  const right = rightAnswer(caseIn(messages));
  return messages.some((message) => isToolMessage(message) && message.text === `Sent: ${right}`);
}

/** The right amount for the right reason, as the customer should be told. */
export function rightAnswer(task: Case): string {
  const [topic, order] = [topicOf(task), orderOf(task)];
  return replyOf(Math.round(countOf(order) * priceOf(order) * (REFUNDED[topic] ?? 0)) / 100, topic);
}

const replyOf = (amount: number, topic: string): string => `You get $${amount} back for what is ${topic}.`;

/** The case that a conversation is about. */
export function caseIn(messages: readonly BaseMessage[]): Case {
  const [, problem = "", seed = "0"] =
    /^Case (\d+)-(\d+):/.exec(messages.find((message) => isHumanMessage(message))?.text ?? "") ?? [];
  return { problem, seed: Number(seed) };
}

/** Hears of the model's calls. */
export interface SupportHeard {
  readonly onCall: (messages: readonly BaseMessage[], reply: BaseMessage) => void;
  /** A call that is not the right one: the first one of a run is its label. @param step of the run, 0-based */
  readonly onMistake: (task: Case, step: number) => void;
}

/** How the agent gives its answer: its last tool, and what that is called with. */
export interface Answering {
  readonly tool: StructuredToolInterface;
  readonly args: (task: Case, text: string) => Readonly<Record<string, string>>;
}

/**
 * A simulated agent of LangChain with four tools, whose runs have nine steps: a call of the model and one of its tools are two. Its mistakes are drawn by
 * the case, the call and the number of notes.
 */
export function supportAgent(
  { onCall, onMistake }: SupportHeard,
  checkpointer?: BaseCheckpointSaver,
  answering: Answering = REPLYING,
) {
  const model = fakeModel();
  const respond = (messages: readonly BaseMessage[]): AIMessage => {
    const reply = nextMessage(messages, onMistake, answering);
    onCall(messages, reply);
    return reply;
  };
  for (let answer = 0; answer < ANSWERS; answer += 1) model.respond(respond);
  const tools: StructuredToolInterface[] = [...LOOKING, answering.tool];
  return createAgent({ model, tools, ...(checkpointer && { checkpointer }) });
}

function nextMessage(
  messages: readonly BaseMessage[],
  onMistake: SupportHeard["onMistake"],
  answering: Answering,
): AIMessage {
  const task = caseIn(messages);
  const answers = messages.filter((message) => isToolMessage(message)).map(({ text }) => text);
  const notes = messages.filter(({ name }) => name === "rollback").length;
  const at = answers.length;
  const errs = draw(notes, at, task.problem, task.seed) < (notes > 0 ? ERRS_AGAIN : ERRS);
  if (errs && at <= LOOKING.length && notes === 0) onMistake(task, 2 * at);
  const call = (name: string, args: Readonly<Record<string, string>>) =>
    new AIMessage({ content: "", tool_calls: [{ id: `${notes}-${at}`, name, args, type: "tool_call" }] });
  const [order, topic] = [orderOf(task), topicOf(task)];
  const [, count = "0", price = "0"] = /^Order \d+: (\d+) at \$(\d+)/.exec(answers[0] ?? "") ?? [];
  const [, share = "0"] = / to (\d+) %/.exec(answers[1] ?? "") ?? [];
  const amount = Number((answers[2] ?? "").split(" = ")[1]);
  if (at === 0) return call("find_order", { order: errs ? `${(Number(order) % 9000) + 1000}` : order });
  if (at === 1)
    return call("read_policy", {
      topic: errs ? (TOPICS[(TOPICS.indexOf(topic) + 1) % TOPICS.length] ?? topic) : topic,
    });
  if (at === 2)
    return call("compute", { expression: `${errs ? "" : `${count} * `}${price} * ${share} / 100` });
  if (at === 3)
    return call(answering.tool.name, answering.args(task, replyOf(errs ? amount + 1 : amount, topic)));
  return new AIMessage("The customer has an answer.");
}

const toolOf = (name: string, key: string, act: (text: string) => string) =>
  tool((args: Readonly<Record<string, string>>) => act(args[key] ?? ""), {
    name,
    description: name,
    schema: z.object({ [key]: z.string() }),
  });

/** Nothing is sent to anybody. */
export const EFFECTS = {
  tools: { find_order: "read-only", read_policy: "read-only", compute: "read-only", reply: "read-only" },
} as const;

/** Tools that come before the answer. */
const LOOKING = [
  toolOf("find_order", "order", (order) => `Order ${order}: ${countOf(order)} at $${priceOf(order)}.`),
  toolOf("read_policy", "topic", (topic) => `What is ${topic} is refunded to ${REFUNDED[topic] ?? 0} %.`),
  toolOf("compute", "expression", (expression) => {
    const factors = expression.replace(" / 100", "").split(" * ").map(Number);
    return `${expression} = ${Math.round(factors.reduce((product, factor) => product * factor, 1)) / 100}`;
  }),
];

const REPLYING: Answering = {
  tool: toolOf("reply", "text", (text) => `Sent: ${text}`),
  args: (_, text) => ({ text }),
};
