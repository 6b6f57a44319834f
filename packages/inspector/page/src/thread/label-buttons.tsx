import { type ReactNode, useState } from "react";

import type { Label, LabelVerdict } from "../../../src/labels/label.ts";
import { usePageData } from "../page-data.ts";
import { Announcement } from "../parts/announcement.tsx";
import { TraceText } from "../parts/trace-text.tsx";
import type { Selection } from "./selection.ts";

const CHOICES = [
  {
    kind: "decisive",
    label: "Decisive",
    title: "The earliest step whose error the run could not recover from",
  },
  { kind: "not-this", label: "Not this", title: "Whatever went wrong, it was not this step" },
  { kind: "unsure", label: "?", title: "Not sure: ask again later" },
] as const;

/** Says what a person thinks of the step; what was said is taken back by saying it again. */
export function LabelButtons(props: {
  readonly thread: string;
  readonly selection: Selection;
  readonly step: number;
  readonly labels: readonly Label[] | undefined;
  readonly onLabelled: () => void;
}): ReactNode {
  const { thread, selection, step, labels = [], onLabelled } = props;
  const { attempt, run } = selection;
  const data = usePageData();
  const [said, setSaid] = useState({ text: "", turn: 0, isError: false });
  const { addLabel, retractLabel, labeller } = data;
  if (attempt.outcome?.ok !== false) return null;
  const here = labels.filter(
    (label) => stepOf(label.verdict) === undefined || stepOf(label.verdict) === step,
  );
  const say = (text: string, isError = false) => setSaid(({ turn }) => ({ text, turn: turn + 1, isError }));
  const toggle = async (kind: (typeof CHOICES)[number]["kind"], mine: Label | undefined) => {
    try {
      if (mine !== undefined) await retractLabel?.(mine.id);
      else
        await addLabel?.({
          thread,
          run: run.run,
          attempt: attempt.attempt,
          steps: attempt.steps.length,
          verdict: outcomeWords(kind, step),
        });
      say(mine === undefined ? `Labelled: ${wordsOf(kind, step)}.` : "Label taken back.");
      onLabelled();
    } catch (error) {
      say(`Could not label: ${error instanceof Error ? error.message : String(error)}`, true);
    }
  };
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
                onClick={() => void toggle(kind, mine)}
              >
                {label}
              </button>
            );
          })}
        </fieldset>
      )}
      {here.map((label) => (
        <span key={label.id} className="soft">
          {wordsOf(label.verdict.kind, step)}, says <TraceText text={label.labeller} />
        </span>
      ))}
      {said.isError ? (
        <span role="alert">{said.text}</span>
      ) : (
        <Announcement text={said.text} turn={said.turn} />
      )}
    </div>
  );
}

function stepOf(verdict: LabelVerdict): number | undefined {
  return verdict.kind === "decisive" || verdict.kind === "not-this" ? verdict.step : undefined;
}

const outcomeWords = (kind: "decisive" | "not-this" | "unsure", step: number): LabelVerdict =>
  kind === "unsure" ? { kind } : { kind, step };

function wordsOf(kind: LabelVerdict["kind"], step: number): string {
  switch (kind) {
    case "decisive":
      return `step ${step + 1} is decisive`;
    case "not-this":
      return `step ${step + 1} is not it`;
    case "none":
      return "no step is at fault";
    case "unsure":
      return "unsure about this attempt";
  }
}
