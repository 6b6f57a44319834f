import type { AttemptRecord } from "langgraph-rollback";

import type { AttemptFilesView, SomePaths } from "../shared/view/thread-view.ts";
import { oneLine } from "../shared/words/shortened.ts";

/** Paths that are shown, and characters of one. */
const SHOWN = 100;
const PATH = 400;

/** Facts about the files of an attempt, within bounds. The place of its snapshots is left out: reports are shared. */
export function boundedFiles({
  changedByOthers,
  restored,
}: NonNullable<AttemptRecord["files"]>): AttemptFilesView {
  const { conflicts = [], removed = 0, written = 0 } = restored ?? {};
  return {
    ...(restored === undefined ? {} : { restored: { written, removed } }),
    ...(conflicts.length === 0 ? {} : { copies: somePaths(conflicts) }),
    ...(changedByOthers === undefined
      ? {}
      : { changedByOthers: somePaths(changedByOthers.paths, changedByOthers.more) }),
  };
}

function somePaths(all: readonly string[], more = 0): SomePaths {
  const paths = all.slice(0, SHOWN);
  return { paths: paths.map((path) => oneLine(path, PATH)), more: all.length - paths.length + more };
}
