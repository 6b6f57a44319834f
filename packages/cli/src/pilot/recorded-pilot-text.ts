import type { PolicyPilot, PromiseLine, VerifierRuns } from "@langgraph-rollback/attribution";
import type { PilotView } from "@langgraph-rollback/inspector";
import {
  ACCEPTANCE_NOTES,
  acceptanceFigures,
  calibratedWords,
  pilotNotes,
  pilotRows,
  printable,
  recordedAlarmRows,
  thresholdTable,
  verifierWords,
} from "@langgraph-rollback/inspector/shared";
import { figuresTable } from "../terminal/figures-table.ts";
import { promiseText } from "../terminal/promise-text.ts";
import { policyPilotText } from "./policy-pilot-text.ts";

/** A pilot on recorded runs with what its command adds. */
type TextedPilot = PilotView & { readonly promises: PromiseLine; readonly policies: PolicyPilot | null };

/** Results of recorded runs, for people, with the advice in the last line. */
export function recordedPilotText(view: TextedPilot): string {
  const { advice, alarm, exceptions, policies, promises, stopped, verifiers } = view;
  return [
    "What the recorded runs show. Shares with 95 % intervals.",
    ...pilotNotes(view).map(printable),
    ...promiseText(promises),
    "",
    ...(exceptions === null
      ? []
      : [
          "Runs that ended with an exception. No verifier judges them.",
          figuresTable(ofRows(pilotRows(exceptions))),
          "",
        ]),
    ...(stopped === undefined
      ? []
      : [
          "Runs that were stopped before their end. No verifier judged their first attempt.",
          figuresTable(ofRows(pilotRows(stopped))),
          "",
        ]),
    ...(alarm === undefined
      ? []
      : ["The alarm:", figuresTable(ofRows(recordedAlarmRows(alarm))), alarm.advice.sentence, ""]),
    ...retriesLines(view),
    ...(policies === null ? [] : policyPilotText(policies)),
    ...verifiers.flatMap((judged, place) => [
      ...linesOf(judged),
      // The last one's is the last line.
      ...(place === verifiers.length - 1 ? [] : [judged.advice.sentence, ""]),
    ]),
    advice.sentence,
  ].join("\n");
}

/** With a gamma chosen the line of promises says so. */
function retriesLines({ calibration }: PilotView): readonly string[] {
  const retries = calibration?.retries;
  if (retries === undefined) return [];
  return [
    ACCEPTANCE_NOTES.before,
    figuresTable(acceptanceFigures(retries.table)),
    ACCEPTANCE_NOTES.after,
    "",
  ];
}

function linesOf(judged: VerifierRuns): readonly string[] {
  const { calibrated, figures } = judged;
  return [
    `${printable(verifierWords(judged))}:`,
    figuresTable(ofRows(pilotRows(figures))),
    "",
    ...(calibrated === null
      ? []
      : [
          `With its calibration, at epsilon ${calibrated.epsilon}:`,
          calibratedWords(calibrated),
          ...(calibrated.at.length === 0 ? [] : [figuresTable(thresholdTable(calibrated))]),
          "",
        ]),
  ];
}

const ofRows = (rows: readonly (readonly string[])[]) => ({ head: ["figure", "value"], rows });
