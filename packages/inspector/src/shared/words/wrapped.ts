import { displayWidth, letterWidth } from "./display-width.ts";
import { inertText } from "./inert-text.ts";

/**
 * An untrusted text of any length as lines of a terminal that are no wider than they may be. Its own line ends stay. Characters that a terminal would
 * obey stand as escapes. Lines break at spaces, and inside of a word only where it is wider than a line.
 *
 * @param width  columns, the indent included
 * @param indent stands before each line
 */
export function wrapped(text: string, width: number, indent = ""): readonly string[] {
  const room = Math.max(1, width - displayWidth(indent));
  const inert = inertText(text.replaceAll(/\r\n?|[\u2028\u2029]/g, "\n").replaceAll("\t", "  "));
  return inert
    .split("\n")
    .flatMap((line) => brokenLines(line.trimEnd(), room))
    .map((line) => (line === "" ? "" : `${indent}${line}`));
}

function brokenLines(text: string, room: number): readonly string[] {
  const lines: string[] = [];
  let [line, width] = ["", 0];
  const end = (): void => {
    lines.push(line.trimEnd());
    [line, width] = ["", 0];
  };
  let space = "";
  for (const part of text.match(/\s+|\S+/g) ?? []) {
    if (part.trim() === "") {
      space = part;
      continue;
    }
    // Spaces indent the first line of a text, and begin none that follows.
    const begins = lines.length > 0 && width === 0;
    const fits = width === 0 || width + displayWidth(space) + displayWidth(part) <= room;
    if (!fits) end();
    for (const letter of begins || !fits ? part : `${space}${part}`) {
      const more = letterWidth(letter);
      if (width > 0 && width + more > room) end();
      line += letter;
      width += more;
    }
    space = "";
  }
  end();
  return lines;
}
