import type { LabelUse, NextLabels } from "../view/next-labels.ts";
import { counted } from "./counted.ts";
import { percent } from "./percent.ts";

/** Use of the labels at hand, and gain from the next ones, in two sentences. */
export function nextLabelsWords(labels: NextLabels): string {
  return `${nowWords(labels)} ${nextWords(labels)}`;
}

function nowWords({ needed, now, promise }: NextLabels): string {
  const { calibrate, fit, labels } = now;
  if (labels === 0) return "No labels yet that calibration can use.";
  if (labels < needed) return `${counted(labels, "label")}: too few for a set, which takes ${needed}.`;
  const promised = `sets are promised at ${percent(promise)}`;
  return fit === 0
    ? `${labels} labels: ${promised}, and rollbacks go by where errors stand.`
    : `${labels} labels: ${fit} fit a scorer, ${calibrate} calibrate, and ${promised}.`;
}

function nextWords(labels: NextLabels): string {
  const { next, now } = labels;
  const higher =
    whole(next.highest) > whole(now.highest) ? `; up to ${whole(next.highest)} % can be promised` : "";
  return `At ${next.labels}, ${next.fit} fit a scorer and ${next.calibrate} calibrate: ${coverageWords(labels)}${higher}.`;
}

function coverageWords({ next, now, promise }: NextLabels): string {
  const [before, then] = [bandOf(now), bandOf(next)];
  const covers = `covers ${then} of failures like these`;
  if (before === undefined)
    return `sets are promised at ${percent(promise)}, and one calibration ${covers}, nine times out of ten`;
  return before === then
    ? `one calibration ${covers}, as now`
    : `one calibration then ${covers}, nine times out of ten, instead of ${before}`;
}

function bandOf({ band }: LabelUse): string | undefined {
  if (band === undefined) return undefined;
  return `${Math.round(100 * band.low)} to ${Math.round(100 * band.high)} %`;
}

/** A promised share is not rounded up. */
const whole = (share: number): number => Math.floor(100 * share);
