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

/** Long lines broken between words; lines that fit, and those of tables, stay as they are. */
export function wrapped(text: string, width: number): string {
  return text
    .split("\n")
    .flatMap((line) => (line.length > width && !/^[│┌├└]/.test(line) ? brokenLines(line, width) : [line]))
    .join("\n");
}

function brokenLines(line: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of line.split(" ")) {
    const last = lines.pop();
    if (last === undefined) lines.push(word);
    else if (last.length + 1 + word.length <= width) lines.push(`${last} ${word}`);
    else lines.push(last, word);
  }
  return lines;
}
