import { EARLIEST_UNRECOVERED, LAST_RECOVERING_START, RIGHT_OR_WRONG } from "../shared/labels/label.ts";

/**
 * @internal A convention by which labels name decisive steps.
 *
 * @throws {RangeError} if it is empty, or that of labels which say of runs whether they are right
 */
export function checkConvention(convention: string): string {
  if (convention.trim() === "")
    throw new RangeError("Expected `convention` to be a name, got an empty text.");
  if (convention === RIGHT_OR_WRONG)
    throw new RangeError(
      `Expected \`convention\` to say which step is decisive, such as "${EARLIEST_UNRECOVERED}", got "${RIGHT_OR_WRONG}": labels of that convention say whether a run is right. They are stored beside those of any convention.`,
    );
  return convention;
}

/**
 * @internal A convention by which people label.
 *
 * @throws {RangeError} as `checkConvention`, and on the one of labels by replay
 */
export function checkPeoplesConvention(convention: string): string {
  if (convention === LAST_RECOVERING_START)
    throw new RangeError(
      `Expected \`convention\` to be one that people label by, such as "${EARLIEST_UNRECOVERED}", got "${LAST_RECOVERING_START}": those labels are given by replays, and are shown beside those of people.`,
    );
  return checkConvention(convention);
}
