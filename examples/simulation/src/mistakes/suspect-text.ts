const QUOTED_STEP = /^[> ]*step \d+ \(/;
const MARKS_SUSPECT = /\b(?:suspect|suspicious|undone|mistake)/i;
const MARKS_KEPT = /\b(?:valid|kept)\b/i;

/**
 * Text that a note shows as possibly wrong: the steps that it quotes (`> step 3 ("solver", 0.61): "…"`), and the lines from one
 * that speaks of suspects, a mistake or undone steps on. Not what follows a line that says what was kept or stays valid.
 * Quoted steps belong to the part that they stand in, whatever words they hold.
 */
export function suspectText(note: string): string {
  let section: "unmarked" | "suspect" | "kept" = "unmarked";
  const shown: string[] = [];
  for (const line of note.split("\n")) {
    const isStep = QUOTED_STEP.test(line);
    if (!isStep && MARKS_KEPT.test(line)) section = "kept";
    else if (!isStep && MARKS_SUSPECT.test(line)) section = "suspect";
    if (section === "suspect" || (isStep && section === "unmarked")) shown.push(line);
  }
  return shown.join("\n");
}
