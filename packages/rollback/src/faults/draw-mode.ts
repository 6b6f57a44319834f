import { seededOrder, trajectorySeed } from "@langgraph-rollback/attribution/draws";

import { InvalidOptionError } from "../errors/invalid-option-error.ts";
import { FAILURE_MODES, type FailureModeName } from "./failure-modes.ts";
import type { Fault, FaultContext } from "./fault.ts";
import { noteOfMode, REWRITABLE_MODES, rewriteOfMode } from "./fault-of-mode.ts";

/** Failure modes that one is drawn of: one, several, or all. */
export type FailureModeChoice = FailureModeName | readonly FailureModeName[] | "any";

/** How a mode is planted: as a note to the step's language model, or as a function on the step's output. */
export type FaultForm = "note" | "rewrite";

/**
 * Draws a failure mode, each with the same probability. It depends on the seed alone, and not on the step that is drawn by the same seed.
 *
 * @param choice "any" stands for all fourteen; a name that is given twice counts once
 * @param seed   a task's own, as `FaultContext` has it
 * @throws {InvalidOptionError} if a name names no mode, or none is given
 */
export function drawMode(choice: FailureModeChoice, seed: number): FailureModeName {
  return drawnOf(namesIn(choice, ALL), seed);
}

/**
 * @internal The fault that is planted where modes are chosen by name.
 * @throws {InvalidOptionError} if a name names no mode, or no mode of the given form; if none is given
 */
export function faultOfChoice(choice: FailureModeChoice, form: FaultForm): (context: FaultContext) => Fault {
  const isNote = form === "note";
  const names = namesIn(choice, isNote ? ALL : REWRITABLE_MODES);
  return (context) => {
    const name = drawnOf(names, context.seed);
    return isNote ? noteOfMode(name) : rewriteOfMode(name, context);
  };
}

const ALL = FAILURE_MODES.map(({ name }) => name);

/** Names of a choice, each once. */
function namesIn(choice: FailureModeChoice, known: readonly FailureModeName[]): readonly FailureModeName[] {
  const chosen: readonly unknown[] = choice === "any" ? known : Array.isArray(choice) ? choice : [choice];
  const isKnown = (name: unknown): boolean => known.some((each) => each === name);
  if (chosen.length === 0 || !chosen.every(isKnown)) {
    const expected = `a function, "any", or names of failure modes: ${known.join(", ")}`;
    throw new InvalidOptionError(
      "fault",
      expected,
      chosen.find((name) => !isKnown(name)),
    );
  }
  return known.filter((name) => chosen.includes(name));
}

function drawnOf(names: readonly FailureModeName[], seed: number): FailureModeName {
  const [at = 0] = seededOrder(names.length, trajectorySeed({ id: `mode:${seed}` }));
  const name = names[at];
  if (name === undefined) throw new InvalidOptionError("fault", "at least one failure mode", names);
  return name;
}
