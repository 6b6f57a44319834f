import { type ReactNode, useState } from "react";

import type { Label, LabelVerdict } from "../../../src/shared/labels/label.ts";
import { verdictSteps } from "../../../src/shared/labels/verdict-steps.ts";
import { usePageData } from "../data/page-data.ts";
import { Announcement } from "../parts/announcement.tsx";
import { TraceText } from "../parts/trace-text.tsx";
import { useOneAtATime } from "../parts/use-one-at-a-time.ts";
import { verdictWords } from "../label/verdict-words.ts";
import { canBeLabelled, type Selection } from "./selection.ts";

const CHOICES = [
  {
    kind: "decisive",
    label: "Decisive",
    title: "The earliest step whose error the run could not recover from",
  },
  { kind: "not-this", label: "Not this", title: "Whatever went wrong, it was not this step" },
  { kind: "unsure", label: "?", title: "Not sure: ask again later" },
] as const;

interface LabelButtonsProps {
  readonly thread: string;
  readonly selection: Selection;
  readonly step: number;
  /** Those that hold of this attempt; `undefined` until they are there. */
  readonly labels: readonly Label[] | undefined;
  readonly onLabelled: () => void;
}

/** Says what a person thinks of the step; what was said is taken back by saying it again. */
export function LabelButtons(props: LabelButtonsProps): ReactNode {
  const { selection, step, labels = [] } = props;
  const { addLabel, labeller } = usePageData();
  const { toggle, said } = useToggledLabels(props);
  if (!canBeLabelled(selection.attempt)) return null;
  const here = labels.filter(({ verdict }) => isAbout(verdict, step));
  return (
    <div className="labelling">
      {addLabel !== undefined && (
        <fieldset className="label-buttons">
          <legend className="for-screen-readers">Label step {step + 1}</legend>
          {CHOICES.map(({ kind, label, title }) => {
            const mine = here.find((each) => each.verdict.kind === kind && each.labeller === labeller);
            return (
              <button
                key={kind}
                type="button"
                title={title}
                aria-label={kind === "unsure" ? "Unsure" : undefined}
                aria-pressed={mine !== undefined}
                onClick={() => void toggle(verdictOf(kind, step), mine)}
              >
                {label}
              </button>
            );
          })}
        </fieldset>
      )}
      {here.map(({ id, labeller: who, verdict }) => (
        <span key={id} className="soft">
          {verdictWords(verdict)}, says <TraceText text={who} />
        </span>
      ))}
      {said.isError ? (
        <span role="alert">
          <TraceText text={said.text} />
        </span>
      ) : (
        <Announcement text={said.text} turn={said.turn} />
      )}
    </div>
  );
}

/** Gives a label, or takes one's own back, and what to tell of it. */
function useToggledLabels({ thread, selection, onLabelled }: LabelButtonsProps): {
  readonly toggle: (verdict: LabelVerdict, mine: Label | undefined) => Promise<void>;
  readonly said: { readonly text: string; readonly turn: number; readonly isError: boolean };
} {
  const { addLabel, retractLabel } = usePageData();
  const [said, setSaid] = useState({ text: "", turn: 0, isError: false });
  const say = (text: string, isError = false) => setSaid(({ turn }) => ({ text, turn: turn + 1, isError }));
  const whileBusy = useOneAtATime((message) => say(`Could not label: ${message}`, true));
  const { attempt, run } = selection;
  const about = { thread, run: run.run, attempt: attempt.attempt, steps: attempt.steps.length };
  const toggle = (verdict: LabelVerdict, mine: Label | undefined) =>
    whileBusy(async () => {
      await (mine === undefined ? addLabel?.({ ...about, verdict }) : retractLabel?.(mine.id));
      return () => {
        // A label may name further steps beside this one.
        say(
          mine === undefined
            ? `Labelled: ${verdictWords(verdict)}.`
            : `Taken back: ${verdictWords(mine.verdict)}.`,
        );
        onLabelled();
      };
    });
  return { toggle, said };
}

/** Whether a verdict is about the step, or about no single step. */
function isAbout(verdict: LabelVerdict, step: number): boolean {
  const steps = verdictSteps(verdict);
  return steps.length === 0 || steps.includes(step);
}

const verdictOf = (kind: (typeof CHOICES)[number]["kind"], step: number): LabelVerdict =>
  kind === "unsure" ? { kind } : { kind, step };
