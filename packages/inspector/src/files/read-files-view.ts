import type { AttemptRecord } from "langgraph-rollback";
import { type ChangedFile, withAttemptChanges } from "langgraph-rollback/inspection";

import type { ChangedFileView, FileStateView, FilesView } from "../shared/view/files-view.ts";
import { counted } from "../shared/words/counted.ts";
import { shortened } from "../shared/words/shortened.ts";

/** Limits of what is shown of an attempt's files. */
export interface FilesLimits {
  /** Folder that keeps the snapshots. Default: the one that the record names. */
  readonly store?: string | undefined;
  /** At most so many files. Default: 200. */
  readonly mostFiles?: number | undefined;
  /** At most so many characters of one difference, 0 for none. Default: 20,000. */
  readonly mostOfOne?: number | undefined;
  /** At most so many characters of all differences. Default: 200,000. */
  readonly mostOfAll?: number | undefined;
}

/** Characters of a path: the system allows 4,096 bytes. */
const PATH = 4096;

/**
 * Files that an attempt changed, with their differences.
 *
 * @param files as the attempt's record has them
 * @throws {SnapshotsMissingError} if its snapshots are not on this machine, or functions of the user's keep them
 * @throws {GitMissingError} if there is no git
 */
export function readFilesView(
  files: NonNullable<AttemptRecord["files"]>,
  { mostFiles = 200, mostOfAll = 200_000, mostOfOne = 20_000, store }: FilesLimits = {},
): Promise<FilesView> {
  return withAttemptChanges(
    files,
    async (changed) => {
      const changes: ChangedFileView[] = [];
      let room = mostOfAll;
      for (const file of changed.files.slice(0, mostFiles)) {
        const shown = mostOfOne === 0 ? {} : await differenceOf(file, changed, Math.min(mostOfOne, room));
        room -= shown.difference?.length ?? 0;
        changes.push({ ...plain(file), ...shown });
      }
      return { changes, more: changed.files.length - changes.length };
    },
    { store },
  );
}

function plain({ after, before, change, path }: ChangedFile): ChangedFileView {
  const stateOf = ({ kind, mode, size }: FileStateView): FileStateView => ({ kind, mode, size });
  return {
    path: shortened(path, PATH).text,
    change,
    ...(before === undefined ? {} : { before: stateOf(before) }),
    ...(after === undefined ? {} : { after: stateOf(after) }),
  };
}

const REASONS = {
  same: undefined,
  binary: "It is no text, so no lines are shown.",
  large: "It is larger than 1 MB, so no lines are shown.",
} as const;

async function differenceOf(
  file: ChangedFile,
  {
    difference: compare,
  }: { readonly difference: Parameters<Parameters<typeof withAttemptChanges>[1]>[0]["difference"] },
  room: number,
): Promise<Pick<ChangedFileView, "difference" | "left">> {
  if (room <= 0) return { left: "Its lines have no room here." };
  const found = await compare(file);
  if ("reason" in found) {
    const left = REASONS[found.reason];
    return left === undefined ? {} : { left };
  }
  if (found.lines.length <= room) return { difference: shortened(found.lines, room).text };
  const shown = wholeLines(found.lines, room);
  const rest = found.lines.slice(shown.length).trimEnd().split("\n").length;
  return { difference: shortened(shown, room).text, left: `${counted(rest, "more line")} not shown.` };
}

/** The beginning of a text without the line that does not fit; of a line that is longer, its beginning. */
function wholeLines(text: string, room: number): string {
  const end = text.lastIndexOf("\n", room - 1);
  return text.slice(0, end === -1 ? room : end + 1);
}
