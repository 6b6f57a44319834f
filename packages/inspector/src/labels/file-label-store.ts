import { open, readFile } from "node:fs/promises";

import { checkEntry, labelEntry, retractionEntry, standingLabels, type LabelEntry } from "./label-entry.ts";
import { identified, timeOf, type LabelStoreOptions } from "./label-store-options.ts";
import type { LabelStore } from "../shared/labels/label.ts";

/** Of a file of labels. */
export interface FileLabelStoreOptions extends LabelStoreOptions {
  /** Told the number, from 1, of each line that is passed over because its writing was cut short. Default: nobody is. */
  readonly onCutLine?: (line: number) => void;
}

/**
 * Labels in a JSON Lines file, one entry a line, only ever appended to. Several processes may write to it at once. A
 * line whose writing was cut short is lost alone: what comes after it starts on a line of its own.
 *
 * `list` throws a {@link LabelFormatError} on a line that is whole and no label of this version. Errors of the file system
 * pass through, but for a file that does not exist yet, which holds no labels.
 *
 * @param file made by the first label; its folder has to be there
 */
export function fileLabelStore(file: string, options: FileLabelStoreOptions = {}): LabelStore {
  const list = async () => standingLabels(parseEntries(await textOf(file), file, options.onCutLine));
  return {
    list,
    add: async (label) => {
      const added = identified(label, options);
      await append(file, labelEntry(added));
      return added;
    },
    retract: async (id) => {
      if (!(await list()).some((label) => label.id === id)) return false;
      await append(file, retractionEntry(id, timeOf(options)));
      return true;
    },
  };
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
    throw error;
  }
}

function parseEntries(text: string, file: string, onCutLine?: (line: number) => void): readonly LabelEntry[] {
  return text.split("\n").flatMap((line, index) => {
    if (line.trim() === "") return [];
    const value = parseLine(line);
    if (value !== undefined) return [checkEntry(value.json, `${file}, line ${index + 1}`)];
    onCutLine?.(index + 1);
    return [];
  });
}

/** No beginning of an entry is JSON, so that what is JSON was written whole. */
function parseLine(line: string): { readonly json: unknown } | undefined {
  try {
    return { json: JSON.parse(line) };
  } catch {
    return undefined;
  }
}

/** In one write at the end, wherever that is by then. */
async function append(file: string, entry: LabelEntry): Promise<void> {
  const handle = await open(file, "a+");
  try {
    const { size } = await handle.stat();
    const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, Math.max(0, size - 1));
    const isCut = size > 0 && buffer.toString() !== "\n";
    await handle.appendFile(`${isCut ? "\n" : ""}${JSON.stringify(entry)}\n`);
    await handle.datasync();
  } finally {
    await handle.close();
  }
}
