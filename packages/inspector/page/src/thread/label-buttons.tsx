import { type ReactNode, useId, useState } from "react";

import { attemptKey } from "../../../src/shared/labels/attempt-key.ts";
import type { Label, LabelVerdict } from "../../../src/shared/labels/label.ts";
import { verdictSteps } from "../../../src/shared/labels/verdict-steps.ts";
import { usePageData } from "../data/page-data.ts";
import { Announcement } from "../parts/announcement.tsx";
import { useInSight } from "../parts/use-in-sight.ts";
import { TraceText } from "../parts/trace-text.tsx";
import { usePressed } from "../parts/use-pressed.ts";
import { useOneAtATime } from "../parts/use-one-at-a-time.ts";
import { hrefOf } from "../routing/route.ts";
import { useScoresInView, wereScoresInView } from "../label/scores-in-view.ts";
import { BY_REPLAY, labellerWords, labelWords, verdictWords } from "../label/verdict-words.ts";
import { canBeLabelled, type Selection } from "./selection.ts";

const CHOICES = [
  {
    kind: "decisive",
    label: "Decisive",
    title: "The earliest step whose error the run could not recover from",
  },
  { kind: "not-this", label: "Not this", title: "Whatever went wrong, it was not this step" },
  { kind: "unsure", label: "Unsure", title: "Not sure: ask again later" },
] as const;

interface LabelButtonsProps {
  readonly thread: string;
  readonly selection: Selection;
  readonly step: number;
  /** Those that hold of this attempt; `undefined` until they are there. */
  readonly labels: readonly Label[] | undefined;
  readonly onLabelled: () => void;
}

/** Labels the step. Pressing the same button again retracts the label. */
export function LabelButtons(props: LabelButtonsProps): ReactNode {
  const { selection, step, labels = [] } = props;
  const { addLabel, labeller } = usePageData();
  const { toggle, said } = useToggledLabels(props);
  const { onKeyDown, pressOf } = usePressed();
  const help = useId();
  const [isHelpOpen, setHelpOpen] = useState(false);
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
                aria-pressed={mine !== undefined}
                onKeyDown={onKeyDown}
                onClick={(click) => void toggle(pressOf(click), verdictOf(kind, step), mine)}
              >
                {label}
              </button>
            );
          })}
          <button
            type="button"
            className="quiet"
            title="What the labels mean"
            aria-label="What the labels mean (?)"
            aria-expanded={isHelpOpen}
            aria-controls={isHelpOpen ? help : undefined}
            onClick={() => setHelpOpen(!isHelpOpen)}
          >
            ?
          </button>
        </fieldset>
      )}
      {addLabel !== undefined && isHelpOpen && <LabelHelp id={help} hasScores={hasScores(selection)} />}
      {here.map((each) => (
        <span key={each.id} className="soft">
          {labelWords(each)}, {labellerWords(each) === BY_REPLAY ? "" : "says "}
          <TraceText text={labellerWords(each)} />
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

/** Meaning of the labels, and whether calibration can use those that are given here. */
function LabelHelp({
  id,
  hasScores: areScoresShown,
}: {
  readonly id: string;
  readonly hasScores: boolean;
}): ReactNode {
  return (
    <div id={id} className="label-help">
      <dl>
        {CHOICES.map(({ kind, label, title }) => (
          <div key={kind}>
            <dt>{label}</dt>
            <dd>{title}.</dd>
          </div>
        ))}
      </dl>
      <p>
        {areScoresShown
          ? "Scores and the set are in view here. The label records that, and calibration does not use it. To label for calibration, open the label page before you look at the scores."
          : "This attempt has no scores, so that nothing here leads you. Calibration uses its label."}{" "}
        <a href={hrefOf({ page: "label" })}>Label page</a>
      </p>
    </div>
  );
}

const hasScores = ({ attempt }: Selection): boolean => attempt.attribution !== undefined;

/** Gives a label, or takes one's own back, and what to tell of it. */
function useToggledLabels({ thread, selection, step, onLabelled }: LabelButtonsProps): {
  readonly toggle: (event: Event, verdict: LabelVerdict, mine: Label | undefined) => Promise<void>;
  readonly said: { readonly text: string; readonly turn: number; readonly isError: boolean };
} {
  const { addLabel, retractLabel } = usePageData();
  const [said, setSaid] = useState({ text: "", turn: 0, isError: false });
  const say = (text: string, isError = false) => setSaid(({ turn }) => ({ text, turn: turn + 1, isError }));
  const whileBusy = useOneAtATime((message) => say(`Could not label: ${message}`, true));
  const { attempt, run } = selection;
  const about = { thread, run: run.run, attempt: attempt.attempt, steps: attempt.steps.length };
  useScoresInView(about, hasScores(selection));
  const isInSight = useInSight(`${attemptKey(about)} ${step}`);
  const toggle = async (event: Event, verdict: LabelVerdict, mine: Label | undefined) => {
    if (!isInSight(event)) return say("Nothing was labelled: this step was not in sight yet.", true);
    await whileBusy(async () => {
      const scoresInView = wereScoresInView(about);
      await (mine === undefined ? addLabel?.({ ...about, verdict, scoresInView }) : retractLabel?.(mine.id));
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
  };
  return { toggle, said };
}

/** Whether a verdict is about the step, or about no single step. */
function isAbout(verdict: LabelVerdict, step: number): boolean {
  const steps = verdictSteps(verdict);
  return steps.length === 0 || steps.includes(step);
}

const verdictOf = (kind: (typeof CHOICES)[number]["kind"], step: number): LabelVerdict =>
  kind === "unsure" ? { kind } : { kind, step };
