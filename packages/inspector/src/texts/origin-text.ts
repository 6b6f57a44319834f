import type { originOf } from "@langgraph-rollback/attribution/trajectory";

import type { AttemptView } from "../shared/view/thread-view.ts";
import { originInWords, placesInWords } from "../shared/words/origin-words.ts";
import { printable } from "../shared/words/printable.ts";
import { stepsInWords } from "../shared/words/steps-in-words.ts";
import { wrapped } from "../shared/words/wrapped.ts";

/**
 * First and later places of a text in an attempt, for a terminal.
 *
 * @param found what `originOf` says of the text
 * @param width columns that no line goes beyond
 */
export function originText(
  { attempt, steps }: Pick<AttemptView, "attempt" | "steps">,
  text: string,
  found: NonNullable<ReturnType<typeof originOf>>,
  width: number,
): string {
  const { from, links, places } = found;
  const step = from === "input" ? undefined : steps[from];
  const inPart = step === undefined ? "" : ` (${placesInWords(places)})`;
  const later =
    links.length === 0
      ? "No later step has it."
      : `Later it stands, word for word, in ${stepsInWords(links.map(({ to }) => to))}.`;
  return [
    ...wrapped(
      `"${printable(text)}" stands first in ${originInWords(found)} of attempt ${attempt}${inPart}.`,
      width,
    ),
    ...(step === undefined ? [] : wrapped(`${step.agent}: ${step.summary}`, width, "  ")),
    ...wrapped(later, width),
  ].join("\n");
}
