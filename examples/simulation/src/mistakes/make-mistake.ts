import { kindsInDrawnOrder, type MistakeKind } from "./mistake-kind.ts";
import type { MadeMistake } from "./mistake-ledger.ts";
import { readPlantedFault } from "./planted-fault.ts";
import { type Draw, seededDraw } from "./seeded-draw.ts";
import type { SimulationRates } from "./simulation-rates.ts";
import { suspectText } from "./suspect-text.ts";
import type { Mistake, Turn } from "./turn.ts";

/** Conditions, beside the turn itself, that decide whether it goes wrong. */
export interface Occasion {
  readonly problemId: string;
  readonly seed: number;
  /** Values that make this execution another one than that of the same turn on other input; the same input, the same mistake. */
  readonly read: readonly (string | number)[];
  /** All messages besides the problem, oldest first. */
  readonly notes: readonly string[];
  /** The note that the turn answers, if it answers one. */
  readonly latestNote: string | undefined;
}

export interface Made {
  readonly mistake: Mistake;
  readonly cause: MadeMistake["cause"];
}

/**
 * The mistake that a turn makes. Whether it goes wrong at first, and how, is fixed by problem, seed, turn and input; a
 * note can only change whether that happens again.
 */
export function makeMistake(turn: Turn, occasion: Occasion, rates: SimulationRates): Made | undefined {
  const { problemId, seed, read, notes, latestNote } = occasion;
  const asMade = (mistake: Mistake | undefined, cause: Made["cause"]): Made | undefined =>
    mistake && { mistake, cause };
  const planted = readPlantedFault(latestNote, problemId, seed);
  if (planted !== undefined) return asMade(firstPossible(turn, planted.kinds, planted.draw), "planted");

  const mistakeBy = (draw: Draw): Mistake | undefined =>
    draw("error") < rates.error ? firstPossible(turn, kindsInDrawnOrder(draw), draw) : undefined;
  const inclination = mistakeBy(seededDraw(seed, problemId, turn.key, ...read));
  if (notes.length === 0) return asMade(inclination, "first");

  const again = seededDraw(seed, problemId, turn.key, ...read, ...notes);
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
