import { useState } from "react";

import { attemptKey } from "../../../src/shared/labels/attempt-key.ts";
import type { GivenLabel, Label } from "../../../src/shared/labels/label.ts";
import { usePageData } from "../data/page-data.ts";
import { useOneAtATime } from "../parts/use-one-at-a-time.ts";
import { verdictWords } from "./verdict-words.ts";

/** Labels given on this visit, and what to tell the labeller about the last action. */
export interface GivenLabels {
  /** Keys of the attempts that were dealt with on this visit. */
  readonly done: ReadonlySet<string>;
  readonly message: { readonly turn: number; readonly text: string; readonly isBad: boolean };
  readonly canTakeBack: boolean;
  /** The label of the attempt that was dealt with before the last one. */
  readonly earlier: Label | undefined;
  /** Tells the labeller that nothing was labelled, and why. */
  readonly refuse: (why: string) => void;
  /**
   * Absent in a report.
   * @param kept called once the label is stored; not if that failed, nor while another is being sent
   */
  readonly give?: (label: GivenLabel, kept: () => void) => void;
  /** @param label default: the last one that was given on this visit */
  readonly takeBack: (label?: Label) => void;
}

/** Gives labels one at a time, and takes them back in reverse order. */
export function useGivenLabels({
  onGiven,
  onTakenBack,
}: {
  readonly onGiven: (label: Label, done: ReadonlySet<string>) => void;
  readonly onTakenBack: (label: Label) => void;
}): GivenLabels {
  const { addLabel, retractLabel } = usePageData();
  const [given, setGiven] = useState<readonly Label[]>([]);
  const [message, setMessage] = useState({ turn: 0, text: "", isBad: false });
  const say = (text: string, isBad = false) => setMessage(({ turn }) => ({ turn: turn + 1, text, isBad }));
  const whileBusy = useOneAtATime((text) => say(text, true));
  const last = given.at(-1);
  return {
    done: doneBy(given),
    message,
    canTakeBack: last !== undefined,
    earlier: earlierOf(given),
    refuse: (why) => say(why, true),
    takeBack: (label = last) =>
      void whileBusy(async () => {
        if (label === undefined || retractLabel === undefined)
          return () => say("There is nothing to take back.");
        await retractLabel(label.id);
        return () => {
          setGiven(given.filter(({ id }) => id !== label.id));
          say(`Taken back: ${wordsOf(label)}.`);
          onTakenBack(label);
        };
      }),
    ...(addLabel === undefined
      ? {}
      : {
          give: (label, kept) =>
            void whileBusy(async () => {
              const added = await addLabel(label);
              return () => {
                const all = [...given, added];
                setGiven(all);
                kept();
                say(`Labelled: ${wordsOf(added)}. u takes it back.`);
                onGiven(added, doneBy(all));
              };
            }),
        }),
  };
}

/** An attempt of which only steps are ruled out is not done with. */
function doneBy(labels: readonly Label[]): ReadonlySet<string> {
  return new Set(labels.filter(({ verdict }) => verdict.kind !== "not-this").map(attemptKey));
}

function earlierOf(labels: readonly Label[]): Label | undefined {
  const dealtWith = labels.filter(({ verdict }) => verdict.kind !== "not-this");
  const last = dealtWith.at(-1);
  return dealtWith.findLast((label) => last !== undefined && attemptKey(label) !== attemptKey(last));
}

function wordsOf({ thread, attempt, verdict }: Label): string {
  return `${thread}, attempt ${attempt}: ${verdictWords(verdict)}`;
}
