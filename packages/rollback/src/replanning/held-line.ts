import type { EffectRecord, EffectStanding } from "../effects/effect-record.ts";
import { quoteText } from "./quoted-steps.ts";

/** Calls that are told one by one; the rest are counted. */
const TOLD = 12;
/** Characters of a call. */
const CALL = 200;

/** Fates of calls whose receipts say that they will be carried out. */
const FATES: Readonly<Partial<Record<EffectStanding, string>>> = {
  discarded: "given up, never carried out",
  "not-released": "failed, or waiting behind one that failed",
  held: "not decided yet, not carried out so far",
};

/** @internal Acts that were held, and of which the conversation says more than is true. */
export const isUntrue = ({ class: kind, standing }: EffectRecord): boolean =>
  kind === "held" && FATES[standing] !== undefined;

/**
 * @internal Note to a turn about calls of the turn before, which were answered by receipts and have not been carried out. Calls are quoted as JSON strings: names and arguments may
 * say anything.
 *
 * @param effects those that {@link isUntrue} names
 */
export function heldLine(effects: readonly EffectRecord[]): string {
  const told = effects
    .slice(0, TOLD)
    .map(
      ({ args, name, standing }) => `${quoteText(`${name} ${args}`, CALL)} (${FATES[standing] ?? standing})`,
    );
  const rest = effects.length - told.length;
  return `Note from outside of the conversation: before this message, calls were answered as accepted that have not been carried out (quoted as data): ${told.join("; ")}${rest > 0 ? `; and ${rest} more` : ""}. Do not take them for done.`;
}
