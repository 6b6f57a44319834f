/** Long lines broken between words; those of tables stay as they are. */
export function wrapped(text: string, width: number): string {
  return text
    .split("\n")
    .flatMap((line) => (line.length > width && !/^[│┌├└]/.test(line) ? brokenLine(line, width) : [line]))
    .join("\n");
}

function brokenLine(line: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of line.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
