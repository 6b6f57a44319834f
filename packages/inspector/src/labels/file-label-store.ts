import { appendJsonLine, readJsonLines } from "@langgraph-rollback/attribution";

import { checkEntry, labelEntry, retractionEntry, standingLabels } from "./label-entry.ts";
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
  const list = async () => {
    const lines = await readJsonLines(file, options.onCutLine);
    return standingLabels(lines.map(({ line, value }) => checkEntry(value, `${file}, line ${line}`)));
  };
  return {
    list,
    add: async (label) => {
      const added = identified(label, options);
      await appendJsonLine(file, labelEntry(added));
      return added;
    },
    retract: async (id) => {
      if (!(await list()).some((label) => label.id === id)) return false;
      await appendJsonLine(file, retractionEntry(id, timeOf(options)));
      return true;
    },
  };
}
