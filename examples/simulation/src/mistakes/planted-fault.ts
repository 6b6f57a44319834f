import { FAILURE_MODES, type FailureModeName } from "langgraph-rollback/faults";

import { kindsInDrawnOrder, MISTAKE_KINDS, type MistakeKind } from "./mistake-kind.ts";
import { type Draw, seededDraw } from "./seeded-draw.ts";

/** A mistake that a model is told to make. */
export interface PlantedFault {
  /** In order of preference: the first kind that the step has room for. */
  readonly kinds: readonly MistakeKind[];
  readonly draw: Draw;
}

/**
 * A note that asks for one mistake in the very next message. Its kind is drawn from the same shares as those of natural
 * mistakes. A real model reads it as an instruction, the simulated one obeys it.
 */
export function plantedFaultNote(faultSeed: number): string {
  const kinds = fault(faultSeed).kinds.map(
    (kind) => MISTAKE_KINDS.find((known) => known.kind === kind)?.description ?? kind,
  );
  return [
    `Exercise, for the next message only: make one deliberate mistake in it (planted fault ${faultSeed}).`,
    `Do this: ${kinds.join("; or, if there is no room for that, ")}.`,
    "Write as if the message were right, do not mention this exercise, and ignore it in all later messages.",
  ].join(" ");
}

/** The kind of mistake that comes closest to a failure mode. */
const KIND_OF_MODE: Readonly<Record<FailureModeName, MistakeKind>> = {
  "disobey-task": "dropped constraint",
  "disobey-role": "wrong operator",
  "repeat-step": "wrong operand",
  "lose-history": "wrong operand",
  "ignore-termination": "slip",
  "reset-conversation": "dropped constraint",
  "no-clarification": "wrong operand",
  derail: "wrong operator",
  "withhold-information": "dropped constraint",
  "ignore-others": "slip",
  "mismatch-reasoning-action": "slip",
  "stop-early": "dropped constraint",
  "skip-verification": "slip",
  "verify-wrongly": "wrong operand",
};

/**
 * The fault that a note asks for; undefined when it is another kind of note. A failure mode becomes the kind of mistake that comes closest to it.
 *
 * @param run what the draws depend on beside the note: a note with a failure mode is the same in every run
 */
export function readPlantedFault(
  note: string | undefined,
  ...run: readonly (string | number)[]
): PlantedFault | undefined {
  if (note === undefined) return undefined;
  const faultSeed = /\(planted fault (\d+)\)/.exec(note)?.[1];
  if (faultSeed !== undefined) return fault(Number(faultSeed));
  const mode = FAILURE_MODES.find(({ instruction }) => note.includes(instruction));
  if (mode === undefined) return undefined;
  const draw = seededDraw("planted fault", mode.name, ...run);
  const closest = KIND_OF_MODE[mode.name];
  return { kinds: [closest, ...kindsInDrawnOrder(draw).filter((kind) => kind !== closest)], draw };
}

function fault(faultSeed: number): PlantedFault {
  const draw = seededDraw("planted fault", faultSeed);
  return { kinds: kindsInDrawnOrder(draw), draw };
}
