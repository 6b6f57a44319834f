import { type Format, FORMATS } from "./readers.ts";
import type { TraceFile } from "./trace-file.ts";

/** Values that are looked at: a first line may be cut short, or tell nothing. */
const LOOKED_AT = 5;

/** The format that a file has, by its first values; `undefined` if it is like none that can be told by them. */
export async function detectFormat({ parts }: TraceFile): Promise<Format | undefined> {
  let seen = 0;
  for await (const { text } of parts()) {
    const found = formatOf(text);
    seen += 1;
    if (found !== undefined || seen === LOOKED_AT) return found;
  }
  return undefined;
}

function formatOf(text: string): Format | undefined {
  const value = parsed(text);
  return Object.values(FORMATS).find(({ isLike }) => isLike?.(value) === true);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
