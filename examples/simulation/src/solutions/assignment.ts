import { AIMessage, type BaseMessage, HumanMessage } from "@langchain/core/messages";
import type { Problem } from "../problems/problem.ts";

/** Input of an agent: all that a model can know. */
export interface Assignment {
  readonly problem: Problem;
  /** Role that the system prompt gives it, such as `critic`. */
  readonly role: string;
  /** Name of its messages, such as `critic-1-2`. */
  readonly agent: string;
  /** Which of the run's turns it is, by the cue: `critic-1-2`, or `agent-2 in round 1` where an agent has several. */
  readonly turn: string;
  /** The messages of others that it is to read, in order. */
  readonly heard: readonly Heard[];
  /** All messages besides the problem, oldest first. */
  readonly notes: readonly string[];
}

export interface Heard {
  readonly from: string;
  readonly text: string;
}

/**
 * Reads the messages of a system whose agents write solutions: the system prompt (`You are the critic …`), the problem, notes, what the agent is to
 * read, and the cue (`It is your turn, critic-1-2.`).
 *
 * @throws {Error} if they are not of this form
 */
export function readAssignment(messages: readonly BaseMessage[], problems: readonly Problem[]): Assignment {
  const [prompt, ...rest] = messages;
  const role = /You are the (\w+)/.exec(prompt?.text ?? "")?.[1];
  const cue = rest.at(-1)?.text ?? "";
  const turn = /^It is your turn, ([^.]+)\./.exec(cue)?.[1];
  const said = rest.slice(0, -1);
  const task = said.find((message) => HumanMessage.isInstance(message));
  const problem = problems.find(({ question }) => task?.text.includes(question));
  if (problem === undefined || role === undefined || turn === undefined)
    throw new Error(
      `The simulated model knows only the prompts of its systems and its own problems, not "${cue.slice(0, 80)}".`,
    );
  const heard = said.filter((message) => AIMessage.isInstance(message));
  return {
    problem,
    role,
    agent: turn.split(" ")[0] ?? turn,
    turn,
    heard: heard.map(({ name = "", text }) => ({ from: name, text })),
    notes: said
      .filter((message) => message !== task && !AIMessage.isInstance(message))
      .map(({ text }) => text),
  };
}
