import type { AgentName } from "../team/agent-name.ts";
import { answererTurn } from "./answerer-turn.ts";
import { checkerTurn } from "./checker-turn.ts";
import type { Conversation } from "./conversation.ts";
import { kindsInDrawnOrder, type MistakeKind } from "./mistake-kind.ts";
import type { MadeMistake } from "./mistake-ledger.ts";
import { plannerTurn } from "./planner-turn.ts";
import { readPlantedFault } from "./planted-fault.ts";
import { type Draw, pick, seededDraw } from "./seeded-draw.ts";
import type { SimulationRates } from "./simulation-rates.ts";
import { solverTurn } from "./solver-turn.ts";
import { suspectText } from "./suspect-text.ts";
import type { Mistake, Turn } from "./turn.ts";

/** Ways to sound unsure, as people and models do; written without a look at what any scorer listens for. */
const HEDGES = [
  "Hm, this one is tricky. ",
  "If I read the problem correctly: ",
  "As far as I can tell, this is how it goes. ",
  "I would not bet on this. ",
  "It seems to me that this is it. ",
  "I had to guess a little here. ",
  "Somebody should look at this again. ",
  "Not quite certain about this one. ",
];

export interface Response {
  readonly content: string;
  readonly mistake?: MadeMistake;
}

/**
 * What the simulated model says. It depends on nothing but the conversation and the seed. Whether a step goes wrong at
 * first, and how, is fixed by problem, seed and step; a note can only change whether that happens again.
 */
export function respond(conversation: Conversation, seed: number, rates: SimulationRates): Response {
  const { problem, agent, step, notes } = conversation;
  const style = seededDraw(seed, problem.id, agent, step, ...notes);
  const turn = turnOf(conversation, rates, style);
  const made = mistakeOf(turn, conversation, seed, rates);
  const hedges = style("hedge") < (made === undefined ? rates.hedgeRight : rates.hedgeWrong);
  const content = `${hedges ? (pick(HEDGES, style, "which hedge") ?? "") : ""}${made?.mistake.content ?? turn.right}`;
  if (made === undefined) return { content };
  return {
    content,
    mistake: { problemId: problem.id, seed, step, agent, kind: made.mistake.kind, cause: made.cause, notes },
  };
}

function turnOf(conversation: Conversation, rates: SimulationRates, style: Draw): Turn {
  const turns: Readonly<Record<AgentName, () => Turn>> = {
    planner: () => plannerTurn(conversation),
    solver: () => solverTurn(conversation),
    checker: () => checkerTurn(conversation, rates, style),
    answerer: () => answererTurn(conversation),
  };
  return turns[conversation.agent]();
}

interface Made {
  readonly mistake: Mistake;
  readonly cause: MadeMistake["cause"];
}

function mistakeOf(
  turn: Turn,
  { problem, notes, latestNote }: Conversation,
  seed: number,
  rates: SimulationRates,
): Made | undefined {
  const asMade = (mistake: Mistake | undefined, cause: Made["cause"]): Made | undefined =>
    mistake && { mistake, cause };
  const planted = readPlantedFault(latestNote);
  if (planted !== undefined) return asMade(firstPossible(turn, planted.kinds, planted.draw), "planted");

  const first = seededDraw(seed, problem.id, turn.key);
  const inclination =
    first("error") < rates.error ? firstPossible(turn, kindsInDrawnOrder(first), first) : undefined;
  if (notes.length === 0) return asMade(inclination, "first");

  const again = seededDraw(seed, problem.id, turn.key, ...notes);
  if (inclination === undefined) {
    const slipsNow = again("error") < rates.error;
    return slipsNow ? asMade(firstPossible(turn, kindsInDrawnOrder(again), again), "fresh") : undefined;
  }
  const isShown = notes.some((note) => inclination.isIn(suspectText(note)));
  return again("repeat") < (isShown ? rates.repeatShown : rates.repeatUnseen)
    ? asMade(inclination, "repeated")
    : undefined;
}

function firstPossible(turn: Turn, kinds: readonly MistakeKind[], draw: Draw): Mistake | undefined {
  for (const kind of kinds) {
    const mistake = turn.mistaken(kind, draw);
    if (mistake !== undefined) return mistake;
  }
  return undefined;
}
