import { readFileSync } from "node:fs";

import { seededRandom } from "@langgraph-rollback/attribution/conformal";

import { isInVariant, type Variant } from "../failures/variant.ts";

/** A failed run without its text: all that sets know of it beside scores. */
export interface LabelledLength {
  /** Number of steps, l >= 1. */
  readonly length: number;
  /** 0-based, in [0, l). */
  readonly decisiveStep: number;
}

/** Lengths are drawn evenly from these: 8.5 steps on average, as in the paper's table 4. Its distribution is not published. */
const LENGTHS = [6, 7, 8, 9, 10, 11];

/**
 * Simulated failures of a variant, as the paper makes its own: the decisive step is any step of the run, and runs whose step lies in
 * another third are left out.
 *
 * @see arXiv:2605.06788, section 4.1
 */
export function drawnLengths(
  variant: Variant,
  { count, seed, lengths = LENGTHS }: DrawnLengthsOptions,
): readonly LabelledLength[] {
  const random = seededRandom(seed);
  const drawn: LabelledLength[] = [];
  while (drawn.length < count) {
    const length = lengths[Math.floor(lengths.length * random())] ?? 1;
    const decisiveStep = Math.floor(length * random());
    if (isInVariant(variant, decisiveStep, length)) drawn.push({ length, decisiveStep });
  }
  return drawn;
}

/** How to draw failures. */
export interface DrawnLengthsOptions {
  readonly count: number;
  readonly seed: number;
  /** Numbers of steps, each as likely as the others. */
  readonly lengths?: readonly number[];
}

const WHO_AND_WHEN = new URL("../../../attribution/bench/who-and-when-positions.json", import.meta.url);

/** Lengths and decisive steps of the 111 failures of Who&When that we have: real ones, labelled by people. The repository has no text of them. */
export function whoAndWhenLengths(): readonly LabelledLength[] {
  const positions: readonly (readonly [number, number])[] = JSON.parse(readFileSync(WHO_AND_WHEN, "utf8"));
  return positions.map(([length, decisiveStep]) => ({ length, decisiveStep }));
}
