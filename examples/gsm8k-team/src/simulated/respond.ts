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
 *
 * @param isAltered whether the conversation holds a message that the model would not have written under this seed, such
 *   as one with a planted fault: as with any model, another prompt is another sample, so the step is executed afresh
 */
export function respond(
  conversation: Conversation,
  seed: number,
  rates: SimulationRates,
  isAltered: boolean,
): Response {
  const { problem, agent, step, notes } = conversation;
  const style = seededDraw(seed, problem.id, agent, step, ...notes);
  const turn = turnOf(conversation, rates, style);
  const made = mistakeOf(turn, { ...conversation, isAltered }, seed, rates);
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
  { problem, notes, latestNote, said, isAltered }: Conversation & { readonly isAltered: boolean },
  seed: number,
  rates: SimulationRates,
): Made | undefined {
  const asMade = (mistake: Mistake | undefined, cause: Made["cause"]): Made | undefined =>
    mistake && { mistake, cause };
  const planted = readPlantedFault(latestNote);
  if (planted !== undefined) return asMade(firstPossible(turn, planted.kinds, planted.draw), "planted");

  const mistakeBy = (draw: Draw): Mistake | undefined =>
    draw("error") < rates.error ? firstPossible(turn, kindsInDrawnOrder(draw), draw) : undefined;
  if (notes.length === 0 && isAltered)
    return asMade(mistakeBy(seededDraw(seed, problem.id, turn.key, ...said)), "fresh");
  const inclination = mistakeBy(seededDraw(seed, problem.id, turn.key));
  if (notes.length === 0) return asMade(inclination, "first");

  const again = seededDraw(seed, problem.id, turn.key, ...notes);
  if (inclination === undefined) return asMade(mistakeBy(again), "fresh");
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
