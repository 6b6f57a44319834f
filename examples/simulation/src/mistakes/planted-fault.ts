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

/** The fault that a note asks for; undefined when it is another kind of note. */
export function readPlantedFault(note: string | undefined): PlantedFault | undefined {
  const faultSeed = /\(planted fault (\d+)\)/.exec(note ?? "")?.[1];
  return faultSeed === undefined ? undefined : fault(Number(faultSeed));
}

function fault(faultSeed: number): PlantedFault {
  const draw = seededDraw("planted fault", faultSeed);
  return { kinds: kindsInDrawnOrder(draw), draw };
}
