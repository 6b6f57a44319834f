import type { FirstAttempts } from "../beliefs/agent-history.ts";
import type { LabelledTrajectory, MissedTrajectory } from "../trajectory/index.ts";
import type { Calibration } from "./calibration.ts";

const NAMES = {
  person: "the first mistake",
  replay: "the last start from which a replay recovered",
} as const;

/**
 * @internal Convention of the labels to calibrate on; absent where they name first mistakes. Failures without a start are labelled by replay.
 *
 * @throws {RangeError} on labels of several conventions, and on `firstAttempts` beside labels by replay
 */
export function conventionOf(
  labelled: readonly LabelledTrajectory[],
  {
    firstAttempts,
    misses = [],
  }: {
    readonly firstAttempts?: readonly FirstAttempts[] | undefined;
    readonly misses?: readonly MissedTrajectory[] | undefined;
  },
): Pick<Calibration, "convention"> {
  const byReplay = labelled.filter(({ label }) => label.convention !== undefined).length + misses.length;
  if (byReplay === 0) return {};
  const others = labelled.length + misses.length - byReplay;
  if (others > 0)
    throw new RangeError(
      `Expected labels of one convention, got ${byReplay} that name ${NAMES.replay} and ${others} that name ${NAMES.person}. Calibrate on one kind alone.`,
    );
  if (firstAttempts !== undefined)
    throw new RangeError(
      `Expected no \`firstAttempts\` with labels by replay: they weigh labels that name ${NAMES.person}.`,
    );
  return { convention: "last-recovering-start" };
}
