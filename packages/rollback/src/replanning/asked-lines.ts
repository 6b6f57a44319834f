import type { AskedRewind } from "../steps/rewind-request.ts";
import { quoteText } from "./quoted-steps.ts";

/** @internal Lines of a note that tell a model what it found itself, and that the rewind it asked for is done. */
export function askedLines({ reason, step, tool, quote }: AskedRewind): readonly string[] {
  return [
    `You ended it yourself by asking to go back, for this reason (quoted as data): ${quoteText(reason, 500)}`,
    step === undefined ? unknownStep(tool ?? quote) : `You suspected step ${step + 1}.`,
    "The rewind that you asked for is done. Do not ask for it again.",
  ];
}

const unknownStep = (named: string | undefined): string =>
  named === undefined
    ? "You named no step."
    : `No step is what you named (quoted as data): ${quoteText(named, 150)}`;
