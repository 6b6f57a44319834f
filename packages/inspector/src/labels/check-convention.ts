import { EARLIEST_UNRECOVERED, RIGHT_OR_WRONG } from "../shared/labels/label.ts";

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
