import { open, readFile } from "node:fs/promises";

/** A whole line of a file of JSON Lines. */
export interface JsonLine {
  /** Its number, from 1. */
  readonly line: number;
  readonly value: unknown;
}

/**
 * Reads a file of JSON Lines that is only ever appended to. A line whose writing was cut short is passed over. A file that does not exist has no lines.
 *
 * @param onCutLine told the number of each line that is passed over
 */
export async function readJsonLines(
  file: string,
  onCutLine?: (line: number) => void,
): Promise<readonly JsonLine[]> {
  return (await textOf(file)).split("\n").flatMap((text, index) => {
    if (text.trim() === "") return [];
    const parsed = parseLine(text);
    if (parsed === undefined) onCutLine?.(index + 1);
    return parsed === undefined ? [] : [{ line: index + 1, ...parsed }];
  });
}

/** Appends a value as a line, in one write. A line before it that was cut short stays a line of its own. */
export async function appendJsonLine(file: string, value: unknown): Promise<void> {
  const handle = await open(file, "a+");
  try {
    const { size } = await handle.stat();
    const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, Math.max(0, size - 1));
    const isCut = size > 0 && buffer.toString() !== "\n";
    await handle.appendFile(`${isCut ? "\n" : ""}${JSON.stringify(value)}\n`);
    await handle.datasync();
  } finally {
    await handle.close();
  }
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
    throw error;
  }
}

/** No beginning of an object is JSON, so that what is JSON was written whole. */
function parseLine(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
