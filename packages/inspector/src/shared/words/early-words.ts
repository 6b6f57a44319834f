import type { AttemptView } from "../view/thread-view.ts";

type Ended = Pick<AttemptView, "outcome">;

/** Whether an attempt was stopped before its end, by an alarm or by a check after a node. That of its last node may fail, too: then it had come to its end. */
export const isStoppedEarly = ({ outcome }: Ended): boolean => {
  const { early, error, stoppedEarly } = outcome ?? {};
  return early === undefined ? stoppedEarly === true : early.by === "alarm" || error !== undefined;
};

/** An alarm's value, or the one above which it stops. */
export const alarmFigure = (value: number): string => value.toPrecision(3);

/** The alarm or check that ended an attempt before its end, as half a sentence; absent where the record does not say that. */
export function stoppedBy({ outcome }: Ended): string | undefined {
  const early = outcome?.early;
  if (early === undefined) return undefined;
  const after = `after step ${early.step + 1}`;
  return early.by === "check"
    ? `the check of node "${early.node}" ${after}`
    : `the alarm ${after} (${alarmFigure(early.alarm)}, above ${alarmFigure(early.above)})`;
}

/** Meaning of an early end for an attempt, as sentences; absent for an attempt that came to its end. The name of a node is untrusted. */
export function earlyWords(attempt: Pick<AttemptView, "attribution" | "outcome">): string | undefined {
  if (!isStoppedEarly(attempt)) return undefined;
  const by = stoppedBy(attempt);
  const isApproximate = attempt.attribution?.set.guarantee === "approximate";
  return [
    by === undefined ? "It was stopped before its end." : `It was stopped before its end by ${by}.`,
    "The verifier was not asked.",
    ...(isApproximate ? ["Its set is approximate."] : []),
  ].join(" ");
}
