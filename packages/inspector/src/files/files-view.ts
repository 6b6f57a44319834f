import type { AttemptRecord } from "langgraph-rollback";
import { sentence } from "@langgraph-rollback/attribution/trajectory";

import type { FilesView } from "../shared/view/files-view.ts";
import { shortened } from "../shared/words/shortened.ts";
import { type FilesLimits, readFilesView } from "./read-files-view.ts";

/** Characters of a reason. */
const LONG = 4000;

/** As {@link readFilesView}; what keeps the files from being read is said in the view. */
export async function filesView(
  files: NonNullable<AttemptRecord["files"]>,
  limits: FilesLimits = {},
): Promise<FilesView> {
  try {
    return await readFilesView(files, limits);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { changes: [], more: 0, missing: sentence(shortened(why, LONG).text) };
  }
}
