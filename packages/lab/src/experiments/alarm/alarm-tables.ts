import type { ConfidenceInterval } from "@langgraph-rollback/attribution/conformal";

import { share, table } from "../../documents/table.ts";
import { claimsInWords } from "../claims-in-words.ts";
import type { Claim } from "../experiment.ts";
import type { Figure } from "../figure.ts";
import { type AlarmFigures, type AlphaFigures, SMALL } from "./alarm-figures.ts";
import { ALPHA } from "./learn-alarm.ts";

/** The part of the document: what an alarm has cost and saved, by alpha. */
export function alarmMarkdown(figures: readonly AlarmFigures[], claims: readonly Claim[]): string {
  const [one] = figures;
  return [
    `Simulated agents; graphs, checkpoints, \`withRollback\` and \`watch\` are real. ${one?.runs ?? 0} runs of each agent, each with the alarm and without it, of the same task and seed, with at most 3 rollbacks. ${one?.learnt.runs ?? 0} observed runs of other seeds made the alarm and the sets: half of them fitted them, the others calibrated them. The scores are those of \`fitProgressScorer\`. The verifiers know the answers, so that what they accept is right. In a first attempt that is stopped, "right" is what it is without the alarm.`,
    table(
      [
        "agent",
        "right first attempts among those that calibrated",
        "right at first",
        "right in the end",
        "steps of a run",
      ],
      figures.map(({ learnt, system, without }) => [
        system,
        String(learnt.right),
        share(without.right, 3),
        share(without.rightAfter, 3),
        without.steps.toFixed(2),
      ]),
    ),
    `With the alarm. Steps are those of all attempts together, retries included; changes are of the same runs, with 95 % intervals by a bootstrap over problems. ± standard errors, with that of the calibration for right ones.`,
    table(
      [
        "agent, alpha",
        "right ones stopped",
        "wrong ones stopped",
        "steps of first attempts spared",
        "change of all steps",
        "change of runs that end right, points",
        `pilots of ${SMALL} runs: on, off, not known`,
      ],
      figures.flatMap(({ alphas, system }) => alphas.map((each) => rowOf(system, each))),
    ),
    ...claimsInWords(claims, "claims about the alarm"),
  ].join("\n\n");
}

function rowOf(
  system: string,
  { alpha, right, rightStopped, smallPilots, spared, steps, wrongStopped }: AlphaFigures,
): readonly string[] {
  const name = `${system}, ${alpha}`;
  return [
    alpha === ALPHA ? `**${name}**` : name,
    withError(rightStopped),
    withError(wrongStopped),
    `${(100 * spared).toFixed(1)} %`,
    `${signed(steps.mean)} % ${between(steps.interval)}`,
    `${signed(right.mean)} ${between(right.interval)}`,
    `${smallPilots.on}, ${smallPilots.off}, ${smallPilots.unknown}`,
  ];
}

const withError = ({ mean, standardError }: Figure): string =>
  `${share(mean, 3)} ± ${share(standardError, 3)}`;
/** A share in hundredths. */
const signed = (value: number): string => `${value < 0 ? "-" : "+"}${Math.abs(100 * value).toFixed(1)}`;
const between = ({ lower, upper }: ConfidenceInterval): string => `[${signed(lower)}, ${signed(upper)}]`;

/** The same with the chart. */
export const alarmSummary = (figures: readonly AlarmFigures[], claims: readonly Claim[]): string =>
  ["![Steps saved by alpha](benchmarks/alarm.svg)", alarmMarkdown(figures, claims)].join("\n\n");
