import { useState } from "react";

import { attemptKey } from "../../../src/labels/attempt-key.ts";
import type { Label, NewLabel } from "../../../src/labels/label.ts";
import { usePageData } from "../page-data.ts";
import { verdictWords } from "./verdict-words.ts";

/** Labels given on this visit, and what to tell the labeller about the last action. */
export interface GivenLabels {
  /** Keys of the attempts that were dealt with on this visit. */
  readonly done: ReadonlySet<string>;
  readonly message: { readonly turn: number; readonly text: string; readonly isBad: boolean };
  readonly isBusy: boolean;
  readonly canTakeBack: boolean;
  /** Absent in a report. */
  readonly give?: (label: Omit<NewLabel, "convention" | "labeller">) => void;
  /** @param label default: the last one that was given on this visit */
  readonly takeBack: (label?: Label) => void;
  readonly say: (text: string) => void;
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
  const [isBusy, setBusy] = useState(false);
  const [message, setMessage] = useState({ turn: 0, text: "", isBad: false });
  const say = (text: string, isBad = false) => setMessage(({ turn }) => ({ turn: turn + 1, text, isBad }));
  const whileBusy = (action: () => Promise<void>) => {
    if (isBusy) return;
    setBusy(true);
    void action()
      .catch((error: unknown) => say(error instanceof Error ? error.message : String(error), true))
      .finally(() => setBusy(false));
  };
  const last = given.at(-1);
  return {
    done: doneBy(given),
    message,
    isBusy,
    canTakeBack: last !== undefined,
    say,
    takeBack: (label = last) =>
      whileBusy(async () => {
        if (label === undefined || retractLabel === undefined) return say("There is nothing to take back.");
        await retractLabel(label.id);
        setGiven(given.filter(({ id }) => id !== label.id));
        say(`Taken back: ${wordsOf(label)}.`);
        onTakenBack(label);
      }),
    ...(addLabel === undefined
      ? {}
      : {
          give: (label) =>
            whileBusy(async () => {
              const added = await addLabel(label);
              const all = [...given, added];
              setGiven(all);
              say(`Labelled: ${wordsOf(added)}. u takes it back.`);
              onGiven(added, doneBy(all));
            }),
        }),
  };
}

/** An attempt of which only steps are ruled out is not done with. */
function doneBy(labels: readonly Label[]): ReadonlySet<string> {
  return new Set(labels.filter(({ verdict }) => verdict.kind !== "not-this").map(attemptKey));
}

function wordsOf({ thread, attempt, verdict }: Label): string {
  return `${thread}, attempt ${attempt}: ${verdictWords(verdict)}`;
}
