import { share } from "../../documents/table.ts";
import type { Claim } from "../experiment.ts";
import type { HeldMailFigures } from "./held-mail-figures.ts";
import type { MailArm } from "./mail-failures.ts";

/** Points of recovery by which holding a mail may differ from having nothing to hold. */
const POINTS = 0.01;

/** Sentences of the documentation about mails that are held. */
export function heldMailClaims(figures: readonly HeldMailFigures[]): readonly Claim[] {
  const [stopped, held, free] = (["irreversible", "hold", "read-only"] as const).map((arm) =>
    of(figures, arm),
  );
  if (stopped === undefined || held === undefined || free === undefined) return [];
  const difference = held.recovered.mean - free.recovered.mean;
  return [
    {
      sentence: 'With `"irreversible"` every failed run is given up.',
      holds: stopped.stopped === stopped.runs,
      measured: `${stopped.stopped} of ${stopped.runs}`,
    },
    {
      sentence:
        'With `"hold"` recoveries are within 1 point of those of an agent whose mail tool only reads.',
      holds: Math.abs(difference) <= POINTS,
      measured: `${share(held.recovered.mean)} and ${share(free.recovered.mean)}`,
    },
    {
      sentence: 'With `"hold"` one mail leaves for each accepted run, and none for any other.',
      holds:
        [held.onceEach, held.keyedMails].every((each) => each === held.accepted) &&
        held.strayMails + held.repeatedMails === 0,
      measured: `${held.onceEach} of ${held.accepted}, and ${held.strayMails} others`,
    },
  ];
}

const of = (figures: readonly HeldMailFigures[], arm: MailArm): HeldMailFigures | undefined =>
  figures.find((each) => each.arm === arm);
