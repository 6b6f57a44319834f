/** Text from a trace as one line that a terminal shows and never obeys: no control or format characters. */
export function printable(text: string): string {
  return text
    .replaceAll(/\s+/g, " ")
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu, "")
    .trim();
}

/** At most so many characters, the last one `…` where something is left out. */
export function clipped(text: string, length: number): string {
  const characters = Array.from(text);
  return characters.length <= length ? text : `${characters.slice(0, Math.max(0, length - 1)).join("")}…`;
}
