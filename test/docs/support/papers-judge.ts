import { type ServerScript } from "@langgraph-rollback/attributors/testing";
import type { LabelledTrajectory } from "@langgraph-rollback/attribution/trajectory";
import { perfectAnswer } from "../../../packages/attributors/src/fixtures/perfect-judge.ts";

/** A failure made by hand, and the step that the scripted model blames. */
export interface JudgedByHand {
  readonly task: string;
  /** The right answer, which the prompts hold where methods are told it. */
  readonly truth: string;
  /** Agent of each step. */
  readonly agents: readonly string[];
  readonly decisive: number;
  /** Blamed without the right answer, and with it. */
  readonly blames: number;
  readonly blamesTold: number;
}

const WEB = ["Orchestrator", "WebSurfer", "WebSurfer", "Orchestrator"];
const TEAM = ["Planner", "Solver", "Checker", "Solver"];

/** One trace is judged right, one a step late unless the answer is told. */
export const HAND_CRAFTED: readonly JudgedByHand[] = [
  { task: "Find the ferry's price.", truth: "17 crowns", agents: WEB, decisive: 1, blames: 1, blamesTold: 1 },
  { task: "Find the opening hour.", truth: "ten sharp", agents: WEB, decisive: 1, blames: 2, blamesTold: 1 },
];

/** One trace is judged right, of the other one the wrong agent is blamed, three steps late. */
export const GENERATED: readonly JudgedByHand[] = [
  { task: "Count the benches.", truth: "14 benches", agents: TEAM, decisive: 1, blames: 1, blamesTold: 1 },
  { task: "Count the lamps.", truth: "23 lamps", agents: TEAM, decisive: 0, blames: 3, blamesTold: 3 },
];

/** Twelve alike, all judged right: the third of four steps decides. */
export const ALIKE: readonly JudgedByHand[] = Array.from({ length: 12 }, (_, at) => ({
  task: `Add up list ${at + 101}.`,
  truth: `sum ${at + 501}`,
  agents: TEAM,
  decisive: 2,
  blames: 2,
  blamesTold: 2,
}));

/** The model of all these: whichever method asks, it answers so that the method blames the step that it is to blame. */
export const judgeByHand: ServerScript = ({ messages }) => {
  const text = messages.map(({ content }) => content).join("\n");
  if (text.includes("A box holds 12 eggs.")) return { json: ofSolution(text) };
  const all = [...HAND_CRAFTED, ...GENERATED, ...ALIKE];
  // A call that abridges steps is not told the task: all have four.
  const one = all.find(({ task }) => text.includes(task)) ?? all[0];
  if (one === undefined) throw new Error("There is no trace made by hand.");
  const blamed = text.includes(one.truth) ? one.blamesTold : one.blames;
  return { json: perfectAnswer(text, trajectoryOf(one, blamed)) };
};

/** Two solutions, of which the one with 38 eggs is wrong in its first step. */
function ofSolution(text: string): object {
  const reason = "Known.";
  const argued = { fault: reason, primacy: reason, reason, confidence: 95 };
  return { ...argued, faulty: text.includes("= 38 eggs"), step: 1 };
}

function trajectoryOf({ task, agents }: JudgedByHand, blamed: number): LabelledTrajectory {
  const decisiveAgent = agents[blamed] ?? "";
  return {
    id: task,
    task,
    steps: agents.map((agent, index) => ({ index, agent, content: contentOf(index) })),
    outcome: { ok: false },
    label: { decisiveStep: blamed, decisiveAgent },
  };
}

/** So long that a digest abridges it. */
function contentOf(index: number): string {
  const told = "We look at one more place, and note what it says. ".repeat(8);
  return `Step ${index} begins. ${told}Therefore the figure is ${index + 3}.`;
}

/** A trace as Who&When's authors publish it: `name` where systems were generated, `role` where they were made by hand. */
export function publishedTrace(
  { task, truth, agents, decisive }: JudgedByHand,
  isGenerated: boolean,
): string {
  return JSON.stringify({
    is_correct: false,
    question: task,
    question_ID: task,
    ground_truth: truth,
    history: agents.map((name, index) => ({
      content: contentOf(index),
      ...(isGenerated ? { role: "assistant", name } : { role: name }),
    })),
    mistake_agent: agents[decisive],
    mistake_step: `${decisive}`,
    mistake_reason: "A figure is wrong.",
  });
}
