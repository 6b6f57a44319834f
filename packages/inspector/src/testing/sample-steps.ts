import type { ToolCall } from "@langgraph-rollback/attribution/trajectory";

import type { StepView } from "../shared/view/thread-view.ts";

/** A step of a sample: its row, and what its detail is made of. */
export interface SampleStep {
  readonly view: StepView;
  /** Id of its task: the same in all attempts that keep the step. */
  readonly taskId: string;
  readonly content: string;
  readonly toolCalls: readonly ToolCall[];
  /** Sum that the team has reached after the step. */
  readonly total: number;
}

/** Which attempt's steps to make. */
export interface SampleAttempt {
  readonly thread: string;
  readonly attempt: number;
  readonly length: number;
  /** Number of steps taken over from `before`. */
  readonly kept: number;
  readonly before: readonly SampleStep[];
  /** The step that reads the wrong year, if one does. */
  readonly decisive?: number;
}

/** One round of the team: three searches run side by side, and the reader inside of a subgraph. */
const ROUND = ["planner", "search", "search", "search", "reader", "solver", "checker"] as const;

type Role = (typeof ROUND)[number] | "answerer";

const KINDS: Record<Role, StepView["kind"]> = {
  planner: "model",
  search: "tool",
  reader: "model",
  solver: "model",
  checker: "model",
  answerer: "model",
};

const CITIES = ["Lisbon", "Oslo", "Graz", "Porto", "Gdansk", "Bergen", "Ghent", "Turin"];

/** Supersteps in a round: the searches share one. */
const SUPERSTEPS = [0, 1, 1, 1, 2, 3, 4];

const STARTED = Date.UTC(2026, 2, 2, 9, 0, 0);

/** Steps of an attempt at pricing a journey city by city; the same arguments give the same steps. */
export function sampleSteps(attempt: SampleAttempt): readonly SampleStep[] {
  const steps = attempt.before.slice(0, attempt.kept);
  for (let index = steps.length; index < attempt.length; index += 1)
    steps.push(stepAt(attempt, index, steps.at(-1)?.total ?? 0));
  return steps;
}

function stepAt(attempt: SampleAttempt, index: number, before: number): SampleStep {
  const role: Role = index === attempt.length - 1 ? "answerer" : (ROUND[index % ROUND.length] ?? "planner");
  const city = CITIES[Math.floor(index / ROUND.length) % CITIES.length] ?? "Lisbon";
  const price = 60 + ((index * 37) % 90) + (isWrong(attempt, index, role) ? 1000 : 0);
  const total = role === "solver" ? before + price : before;
  const toolCalls = role === "planner" ? searches(city, index, attempt) : [];
  const content = contentOf(role, { city, price, before, total, wrong: index === attempt.decisive });
  const taskId = `${attempt.thread}-${attempt.attempt}-${index}`;
  return { content, taskId, toolCalls, total, view: viewOf(attempt, index, role, content, toolCalls) };
}

/** The decisive step, and the sum of its round that builds on it. */
function isWrong({ decisive = Number.NaN }: SampleAttempt, index: number, role: Role): boolean {
  const round = (step: number) => Math.floor(step / ROUND.length);
  return index === decisive || (role === "solver" && index > decisive && round(index) === round(decisive));
}

function viewOf(
  { attempt, length }: SampleAttempt,
  index: number,
  role: Role,
  content: string,
  toolCalls: readonly ToolCall[],
): StepView {
  const round = Math.floor(index / ROUND.length);
  const place =
    role === "answerer"
      ? (SUPERSTEPS[(length - 2) % ROUND.length] ?? 0) + 1
      : SUPERSTEPS[index % ROUND.length];
  const ms = role === "search" ? 240 + ((index * 53) % 400) : 900 + ((index * 131) % 2600);
  return {
    index,
    agent: role,
    node: role === "search" ? "tools" : role,
    kind: KINDS[role] ?? "other",
    summary: content.slice(0, 280),
    tools: toolCalls.map(({ name }) => name),
    startedAt: new Date(STARTED + attempt * 3_600_000 + startOf(index, role) * 2100).toISOString(),
    ms,
    superstep: round * 5 + (place ?? 0) + 1,
    depth: role === "reader" ? 1 : 0,
    ...(KINDS[role] === "model" ? { tokens: { input: 320 + index, output: 90 } } : {}),
  };
}

/** The searches of a round begin together. */
function startOf(index: number, role: Role): number {
  return role === "search" ? index - (index % ROUND.length) + 1 : index;
}

function searches(city: string, index: number, { decisive }: SampleAttempt): readonly ToolCall[] {
  const year = decisive !== undefined && decisive > index && decisive <= index + 3 ? 2019 : 2026;
  return ["rail fare", "hotel, two nights", "museum pass"].map((query, i) => ({
    name: "search",
    args: { query: `${query} ${city}`, year },
    id: `call-${index}-${i}`,
  }));
}

function contentOf(
  role: Role,
  at: {
    readonly city: string;
    readonly price: number;
    readonly before: number;
    readonly total: number;
    readonly wrong: boolean;
  },
): string {
  switch (role) {
    case "planner":
      return `Next is ${at.city}. I need the fare, two nights and the pass, all for 2026.`;
    case "search":
      return `${at.city}: EUR ${at.price} (price list of ${at.wrong ? 2019 : 2026}).`;
    case "reader":
      return `The list for ${at.city} names EUR ${at.price} for the part that is still open.`;
    case "solver":
      return `${at.before} + ${at.price} = ${at.total}. The journey so far costs EUR ${at.total}.`;
    case "checker":
      return `${at.city} is priced. The sum of ${at.total} fits the parts that I have seen.`;
    case "answerer":
      return `The whole journey costs EUR ${at.total}.`;
  }
}
