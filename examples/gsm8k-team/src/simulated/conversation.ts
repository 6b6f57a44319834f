import { type PlanPart, type Problem, findClaims, parsePlan } from "@langgraph-rollback/example-simulation";
import { AIMessage, type BaseMessage, HumanMessage, SystemMessage } from "@langchain/core/messages";
import { type AgentName, isAgentName } from "../team/agent-name.ts";

/** Knowledge of a model: nothing but the messages that it was given. */
export interface Conversation {
  readonly problem: Problem;
  /** Whom the system prompt tells the model to be. */
  readonly agent: AgentName;
  /** Its task now. */
  readonly cue: string;
  readonly plan: readonly PlanPart[];
  /** The solver's text for each part, in order. */
  readonly partTexts: readonly string[];
  readonly results: readonly number[];
  /** The checker's last word; "" before it has spoken. */
  readonly checked: string;
  /** All messages to the team besides the problem, oldest first. */
  readonly notes: readonly string[];
  /** The note that came last, if nobody has spoken since. */
  readonly latestNote: string | undefined;
  /** The team's messages so far. */
  readonly said: readonly string[];
  /** How many messages that is; also the 0-based index of the step that is being executed. */
  readonly step: number;
}

/** Reads system prompt, problem, the team's messages and notes from the conversation; throws when it is not the team's. */
export function readConversation(
  messages: readonly BaseMessage[],
  problems: readonly Problem[],
): Conversation {
  const [prompt, ...rest] = messages;
  const agent = /You are the (\w+)/.exec(prompt?.text ?? "")?.[1] ?? "";
  const cue = rest.at(-1)?.text ?? "";
  const said = rest.slice(0, -1);
  const task = said.find((message) => HumanMessage.isInstance(message));
  const asked = task?.text;
  const problem = problems.find(({ question }) => asked?.includes(question));
  if (problem === undefined || !isAgentName(agent)) {
    throw new Error(
      `The simulated model knows only the team's prompts and its own problems, not "${cue.slice(0, 80)}".`,
    );
  }
  const agentMessages = said.filter((message) => AIMessage.isInstance(message));
  const by = (name: AgentName): readonly string[] =>
    agentMessages.filter((message) => message.name === name).map(({ text }) => text);
  const notes = said.filter(
    (message) => message !== task && (HumanMessage.isInstance(message) || SystemMessage.isInstance(message)),
  );
  const partTexts = by("solver");
  return {
    problem,
    agent,
    cue,
    plan: parsePlan(problem, by("planner").at(-1) ?? ""),
    partTexts,
    results: partTexts.map((text) => findClaims(text).at(-1)?.value ?? 0),
    checked: by("checker").at(-1) ?? "",
    notes: notes.map(({ text }) => text),
    latestNote: notes.at(-1) === said.at(-1) ? notes.at(-1)?.text : undefined,
    said: agentMessages.map(({ text }) => text),
    step: agentMessages.length,
  };
}
