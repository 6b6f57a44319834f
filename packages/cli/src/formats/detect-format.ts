import { type Format, FORMATS } from "./readers.ts";
import type { TraceFile } from "./trace-file.ts";

/** Values that are looked at: a first line may be cut short, or tell nothing. */
const LOOKED_AT = 5;

/** The format that a file has, by its first values; `undefined` if it is like none that can be told by them. */
export async function detectFormat(file: TraceFile): Promise<Format | undefined> {
  const { format } = await look(file);
  return format;
}

/** The format of a file, or its first value if that is like none. */
export async function look({
  parts,
}: TraceFile): Promise<{ readonly format?: Format; readonly first?: unknown }> {
  let seen = 0;
  let first: unknown;
  for await (const { text } of parts()) {
    const value = parsed(text);
    const format = Object.values(FORMATS).find(({ isLike }) => isLike?.(value) === true);
    if (format !== undefined) return { format };
    first ??= value;
    seen += 1;
    if (seen === LOOKED_AT) break;
  }
  return { first };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
