import type { AttemptRecord } from "langgraph-rollback";

import type { CheckView, WatchView } from "../shared/view/thread-view.ts";
import { oneLine, shortened } from "../shared/words/shortened.ts";

/** Checks of one attempt that are shown. */
const SHOWN = 200;

/** Characters of the reason of a check, of the name of a node and of a scorer, and of a promise. */
const REASON = 4000;
const NAME = 120;

/** Observations of an attempt while it ran, within bounds. Of very many checks, those that failed are shown first. */
export function watchView({
  alarm,
  checks = [],
  checksStop,
}: NonNullable<AttemptRecord["watch"]>): WatchView {
  const shown =
    checks.length <= SHOWN
      ? checks
      : checks
          .toSorted((a, b) => Number(a.ok) - Number(b.ok))
          .slice(0, SHOWN)
          .toSorted((a, b) => a.step - b.step);
  const more = checks.length - shown.length;
  return {
    ...(alarm === undefined
      ? {}
      : {
          alarm: {
            ...alarm,
            scorer: oneLine(alarm.scorer, NAME),
            ...(alarm.reason === undefined ? {} : { reason: shortened(alarm.reason, REASON).text }),
          },
        }),
    ...(shown.length === 0 ? {} : { checks: shown.map(boundedCheck) }),
    ...(more === 0 ? {} : { moreChecks: more }),
    ...(checksStop === undefined ? {} : { checksStop }),
  };
}

const boundedCheck = ({ node, reason, ...check }: CheckView): CheckView => ({
  ...check,
  node: oneLine(node, NAME),
  ...(reason === undefined ? {} : { reason: shortened(reason, REASON).text }),
});
