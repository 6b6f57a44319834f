import type { PilotShare } from "../pilots/pilot-share.ts";
import type { KnownPromises, ObservedRuns } from "./known-promises.ts";
import { promiseParts, type PromisePart } from "./promise-parts.ts";
import { touchedSum } from "./touched-sum.ts";

/** What is promised of an agent's runs, and what was observed since. Plain JSON. */
export interface PromiseLine {
  /** Each promise that holds. */
  readonly parts: readonly PromisePart[];
  /** The promises as a line, with the sum of what bounds right runs that are touched, and why others are not made. Absent where nothing is known. */
  readonly promised?: string;
  /** What was observed since, as a line. Absent where nothing was. */
  readonly observed?: string;
}

/**
 * Everything that is promised of an agent's runs, as one line: right runs that are touched at their end or before, failed runs that are recovered, wrong results that are accepted after a
 * failure, and where the first rollback starts. Each is told only where it holds, with the number of runs behind it and its kind.
 *
 * @param known    of this agent
 * @param observed since the promises were made, for a line of its own
 *
 * @example
 * const { promised, observed } = promisesOf({ verifier, recovery: recoveryOf(calibration) });
 */
export function promisesOf(known: KnownPromises, observed: ObservedRuns = {}): PromiseLine {
  const all = promiseParts(known);
  const parts = all.flatMap((each) => ("missing" in each ? [] : [each]));
  const missing = all.flatMap((each) => ("missing" in each ? [each.missing] : []));
  const promised = promisedLine(
    parts.map(({ words }) => words),
    touchedSum(parts, known, observed),
    missing,
  );
  const seen = observedParts(known, observed);
  return {
    parts,
    ...(promised === undefined ? {} : { promised }),
    ...(seen.length === 0 ? {} : { observed: `Observed: ${seen.join("; ")}.` }),
  };
}

function promisedLine(
  promised: readonly string[],
  sum: string | undefined,
  missing: readonly string[],
): string | undefined {
  if (promised.length === 0)
    return missing.length === 0 ? undefined : `Nothing is promised yet: ${missing.join("; ")}.`;
  const not = missing.length === 0 ? "" : ` Not yet: ${missing.join("; ")}.`;
  return `Promised: ${promised.join("; ")}.${sum === undefined ? "" : ` ${sum}`}${not}`;
}

function observedParts(
  { recovery }: KnownPromises,
  { checkFailed, handedOver = 0, recovered, touched, wrongAccepted, wrongDelivered }: ObservedRuns,
): readonly string[] {
  const within =
    recovery?.within === undefined
      ? ""
      : ` within ${recovery.within} rollback${recovery.within === 1 ? "" : "s"}`;
  return [
    ...shareOf("right runs touched", touched),
    ...shareOf("accepted runs in which a check failed", checkFailed),
    ...shareOf(`failed runs recovered${within}`, recovered),
    ...(handedOver === 0 ? [] : [`failed runs handed over to a person: ${handedOver}`]),
    ...shareOf("wrong runs, rejected, that ended with a wrong result accepted", wrongAccepted),
    ...shareOf("wrong ones among accepted results", wrongDelivered),
  ];
}

function shareOf(what: string, share: PilotShare | undefined): readonly string[] {
  if (share === undefined || share.of === 0) return [];
  const { count, interval, of } = share;
  return [`${what}: ${count} of ${of} (${percent(interval.lower)}-${percent(interval.upper)} %)`];
}

const percent = (share: number): number => Math.round(share * 100);
