import type { AlarmView, AttemptView, CheckView } from "../view/thread-view.ts";
import type { DecisionFact } from "./decision-words.ts";
import { alarmFigure, earlyWords } from "./early-words.ts";
import { scoreFigure } from "./score-figure.ts";

const WHY_NOT: Readonly<Record<NonNullable<AlarmView["whyNot"]>, string>> = {
  observed: "the run was only observed",
  audited: "a coin has picked the run, so that it counts for the next calibration",
  "no-rollback": "no rollback was left",
  refused: "it was to be stopped before, nothing could be rewound, and it went on",
};

/** Course of an alarm over the steps of an attempt, and whether it could stop it, as sentences. None of it is text of the trace. */
export function alarmWords({ outcome, watch }: Pick<AttemptView, "outcome" | "watch">): string | undefined {
  const alarm = watch?.alarm;
  if (alarm === undefined) return undefined;
  if (alarm.alarms === undefined) return NO_ALARM;
  if (alarm.above === undefined) return NO_THRESHOLD;
  const { alarms, above, raised } = alarm;
  const early = outcome?.early;
  if (early?.by === "alarm")
    return `It was ${raisedAt(early.step, early.alarm, early.above)}. That stopped the attempt.`;
  if (raised === undefined)
    return `It was not above ${alarmFigure(above)} while the attempt went on. ${couldStop(alarm)}`;
  return `It was ${raisedAt(raised, alarms[raised], above)}. ${couldStop(alarm)}`;
}

const NO_ALARM = "There is no calibrated alarm: scores are recorded, and stop no run.";
const NO_THRESHOLD = "No run is stopped by this alarm.";

const raisedAt = (step: number, alarm: number | undefined, above: number): string =>
  `${alarm === undefined ? "" : `${alarmFigure(alarm)}, `}above ${alarmFigure(above)}, after step ${step + 1}`;

function couldStop({ stops, whyNot }: AlarmView): string {
  if (whyNot === undefined) return `It ${stops ? "could" : "could not"} stop the attempt.`;
  return `It ${stops ? "did" : "could"} not stop the attempt: ${WHY_NOT[whyNot]}.`;
}

/** A check after a node: the mark and the word say the same. */
export function checkWords({ ok }: CheckView): {
  readonly mark: string;
  readonly word: string;
  readonly tone: "good" | "bad";
} {
  return ok ? { mark: "✓", word: "passed", tone: "good" } : { mark: "✕", word: "failed", tone: "bad" };
}

/** Observations of an attempt while it ran, for texts without drawings. Reasons of checks and names of nodes are untrusted. */
export function watchFacts(attempt: AttemptView): readonly DecisionFact[] {
  const { alarm, checks = [], moreChecks } = attempt.watch ?? {};
  const [early, over] = [earlyWords(attempt), alarmWords(attempt)];
  const name = alarm?.alarms === undefined ? "Scores while it ran" : "Alarm";
  return [
    ...(early === undefined ? [] : [{ name: "Stopped early", words: early }]),
    ...(over === undefined ? [] : [{ name, words: [over, ...valuesOf(alarm)].join(" ") }]),
    ...(alarm?.reason === undefined ? [] : [{ name: "Promise of the alarm", words: alarm.reason }]),
    ...checks.map((check) => ({
      name: `Check after step ${check.step + 1}`,
      words: `Node "${check.node}": ${checkWords(check).word}${check.reason === undefined ? "." : `: ${check.reason}`}`,
    })),
    ...(moreChecks === undefined ? [] : [{ name: "Checks", words: `${moreChecks} more are left out.` }]),
  ];
}

/** Steps whose values are told one by one. */
const TOLD = 40;

function valuesOf(alarm: AlarmView | undefined): readonly string[] {
  if (alarm === undefined || alarm.scores.length === 0) return [];
  const values = alarm.alarms?.map(alarmFigure) ?? alarm.scores.map(scoreFigure);
  const shown = values.slice(-TOLD).join(", ");
  const from = values.length > TOLD ? `From step ${values.length - TOLD + 1} on` : "Step by step";
  return [`${from}: ${shown}.`];
}
