/** A line of a block that shows what it prints, such as `console.log(answer); // => 42`. */
export interface ShownOutput {
  /** Of the block, from 1. */
  readonly line: number;
  readonly output: string;
}

const PRINTS = /^(\s*)console\.log\((.*)\);\s*\/\/(.*)$/;
const SHOWS = /^ => (.+)$/;

/** The outputs that a block shows. */
export function shownOutputs(source: string): readonly ShownOutput[] {
  return source.split("\n").flatMap((text, index) => {
    const output = SHOWS.exec(PRINTS.exec(text)?.[3] ?? "")?.[1];
    return output === undefined ? [] : [{ line: index + 1, output }];
  });
}

/**
 * Lines that a reader would take for one with an output, and that are not compared: a comment beside a `console.log`
 * without an arrow, and an arrow that is not beside a `console.log` of one line.
 */
export function unclearOutputs(source: string): readonly string[] {
  return source.split("\n").filter((text) => {
    const comment = PRINTS.exec(text)?.[3];
    return comment === undefined ? /\/\/ =>/.test(text) : !SHOWS.test(comment);
  });
}

/** The block with each line that shows an output printing its number first, so that its output can be told from the others. */
export function numberedOutputs(source: string): string {
  const shown = new Set(shownOutputs(source).map(({ line }) => line));
  return source
    .split("\n")
    .map((text, index) =>
      shown.has(index + 1)
        ? text.replace("console.log(", `console.log(${JSON.stringify(prefixOf(index + 1))}, `)
        : text,
    )
    .join("\n");
}

/** Outputs by the numbers of the lines that printed them, with white space as a comment has it. */
export function outputsByLine(printed: readonly string[]): readonly ShownOutput[] {
  return printed.flatMap((text) => {
    const [, line, output = ""] = /^line (\d+) prints (.*)$/s.exec(text) ?? [];
    return line === undefined ? [] : [{ line: Number(line), output: output.replaceAll(/\s+/g, " ") }];
  });
}

const prefixOf = (line: number): string => `line ${line} prints`;
