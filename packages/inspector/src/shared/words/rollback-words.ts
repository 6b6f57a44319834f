import type { AttemptView } from "../view/thread-view.ts";
import { stepsInWords } from "./steps-in-words.ts";

/**
 * Work that a rollback undid and did not undo, as the record says, or would undo where a human is asked, or would have undone where the run was
 * only observed; absent for an attempt that was not rolled back.
 */
export interface RollbackWords {
  readonly undone: string;
  readonly kept: string;
  /** The policy and its reason, untrusted; absent in records of older versions. */
  readonly why: string | undefined;
  /** Effects outside of the graph that the record knows; those that are not declared are not undone. */
  readonly notUndone: string;
}

export function rollbackWords(attempt: AttemptView): RollbackWords | undefined {
  const { rewind, planned, proposed } = attempt;
  if (rewind !== undefined) return madeWords(attempt, rewind);
  if (proposed !== undefined) return proposedWords(attempt, proposed);
  return planned === undefined ? undefined : plannedWords(attempt, planned);
}

type Rewind = NonNullable<AttemptView["planned"]>;

const whereTo = ({ step }: Rewind): string =>
  step === 0 ? "the start of the turn" : `before step ${step + 1}`;

const whyTo = ({ policy, reason }: Rewind): string | undefined =>
  reason === undefined ? undefined : `${policy}: ${reason}`;

const undoneBy = ({ steps }: AttemptView, { step }: Rewind): string =>
  stepsInWords(steps.slice(step).map(({ index }) => index));

function proposedWords(attempt: AttemptView, proposed: Rewind): RollbackWords {
  const { kept } = proposed;
  return {
    undone: `Attempt ${attempt.attempt} would be rewound to ${whereTo(proposed)}: ${undoneBy(attempt, proposed)} would be undone and run again.`,
    kept: kept === 0 ? "Nothing would be kept." : `${kept} ${kept === 1 ? "step" : "steps"} would be kept.`,
    why: whyTo(proposed),
    notUndone: "Nothing is done before a human answers.",
  };
}

function plannedWords(attempt: AttemptView, planned: Rewind): RollbackWords {
  const { kept } = planned;
  return {
    undone: `Attempt ${attempt.attempt} would have been rewound to ${whereTo(planned)}: ${undoneBy(attempt, planned)} would have been undone and run again.`,
    kept:
      kept === 0
        ? "Nothing would have been kept."
        : `${kept} ${kept === 1 ? "step" : "steps"} would have been kept.`,
    why: whyTo(planned),
    notUndone: "Nothing was done, as the run was only observed.",
  };
}

function madeWords(view: AttemptView, rewind: Rewind): RollbackWords {
  const { attempt, effects, files } = view;
  const undone = undoneBy(view, rewind);
  return {
    undone: `Attempt ${attempt} was rewound to ${whereTo(rewind)}: ${undone} ${undone.startsWith("steps") ? "were" : "was"} undone and ran again.`,
    kept:
      rewind.kept === 0
        ? "Nothing was kept."
        : `${rewind.kept} ${rewind.kept === 1 ? "step was" : "steps were"} kept.`,
    why: whyTo(rewind),
    notUndone:
      effects === undefined
        ? files?.restored === undefined
          ? "No effects are known of them: what else they did outside of the graph's state (mails sent, money paid, files written) was not undone."
          : "The files of the workspace were put back. No effects are known of the steps: what else they did outside of the graph's state (mails sent, money paid) was not undone."
        : "What they did outside of the graph is listed here; only what says so was undone.",
  };
}
