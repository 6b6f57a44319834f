import type { EffectRecord } from "../effects/effect-record.ts";
import { quoteText } from "./quote-text.ts";

/** Effects that are told by name; the rest are counted. */
const TOLD = 12;

/** @internal Lines that tell the next attempt what the failed one did outside of the graph. */
export function effectLines(effects: readonly EffectRecord[]): readonly string[] {
  const [undone, left, stands] = [
    effects.filter(({ standing }) => standing === "to-undo" || standing === "undone"),
    effects.filter(({ standing }) => standing === "left-for-reuse"),
    effects.filter(({ standing }) => standing === "stands" || standing === "not-undone"),
  ];
  return [
    ...lineOf("These calls were undone; call them again if they are still needed", undone),
    ...lineOf(
      "These calls were left as they are; called again with the same key they give the same result",
      left,
    ),
    ...lineOf("These calls were made and are not undone; do not make the same calls again", stands),
  ];
}

function lineOf(heading: string, effects: readonly EffectRecord[]): readonly string[] {
  if (effects.length === 0) return [];
  const told = effects.slice(0, TOLD).map(({ name, args, outcome, mayStillLand }) => {
    const later = mayStillLand === true ? ", and it may still do so" : "";
    const doubt = outcome === "done" ? "" : ` (it is not known whether it took effect${later})`;
    return `${quoteText(name, 60)} with ${quoteText(args, 150)}${doubt}`;
  });
  const rest = effects.length - told.length;
  return [`${heading}: ${told.join("; ")}${rest > 0 ? `; and ${rest} more` : ""}.`];
}
