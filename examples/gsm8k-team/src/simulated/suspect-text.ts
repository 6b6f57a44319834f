const QUOTED_STEP = /^[> ]*step \d+ /;
const MARKS_SUSPECT = /\b(?:suspect|suspicious|undone|mistake)/i;
const MARKS_VALID = /\b(?:valid|kept)\b/i;

/**
 * What a note shows as suspect: the lines from one that speaks of suspects, a mistake or undone steps up to one that
 * says what stays valid or was kept. Quoted steps (`> step 3 ("solver", 0.61): "…"`) belong to the part that they stand
 * in, whatever words they hold.
 */
export function suspectText(note: string): string {
  let suspect = false;
  const shown: string[] = [];
  for (const line of note.split("\n")) {
    if (!QUOTED_STEP.test(line)) {
      if (MARKS_SUSPECT.test(line)) suspect = true;
      else if (MARKS_VALID.test(line)) suspect = false;
    }
    if (suspect) shown.push(line);
  }
  return shown.join("\n");
}
