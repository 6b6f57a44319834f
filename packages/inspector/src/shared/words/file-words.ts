import type { ChangedFileView, FileStateView } from "../view/files-view.ts";
import type { AttemptFilesView, AttemptView, SomePaths } from "../view/thread-view.ts";
import { counted } from "./counted.ts";

/** A file's sizes, and what else has changed of it beside its content. */
export function fileStateWords({ after, before }: Pick<ChangedFileView, "before" | "after">): string {
  if (before === undefined || after === undefined) {
    const only = after ?? before;
    return only === undefined ? "" : stateOf(only);
  }
  const facts = [
    before.size === after.size
      ? bytes(after.size)
      : `${before.size.toLocaleString("en")} → ${bytes(after.size)}`,
    before.kind === after.kind ? "" : `${before.kind} → ${after.kind}`,
    before.mode === after.mode || before.kind !== after.kind ? "" : `mode ${octal(before)} → ${octal(after)}`,
  ];
  return facts.filter((fact) => fact !== "").join(", ");
}

const stateOf = ({ kind, size }: FileStateView): string =>
  kind === "link" ? `link, ${bytes(size)}` : bytes(size);

const bytes = (size: number): string => `${size.toLocaleString("en")} ${size === 1 ? "byte" : "bytes"}`;

const octal = ({ mode }: FileStateView): string => mode.toString(8).padStart(3, "0");

/** Something that is told of the files of an attempt, with the paths that it is about. */
export interface FilesNotice extends SomePaths {
  readonly words: string;
}

/** Facts about an attempt's files that its record tells. */
export function filesNotices({
  files,
  proposed,
}: Pick<AttemptView, "files" | "proposed">): readonly FilesNotice[] {
  const { changedByOthers, copies } = files ?? {};
  return [
    ...(changedByOthers === undefined || proposed === undefined
      ? []
      : [
          {
            words:
              "Somebody else has changed these since the attempt ended; a rollback keeps copies of what is there",
            ...changedByOthers,
          },
        ]),
    ...(copies === undefined
      ? []
      : [
          { words: "Somebody else had changed these files; copies of what was there are kept as", ...copies },
        ]),
  ];
}

/** Summary of the changes of an attempt's files, for a heading; "" if there are none. */
export function restoredWords({ restored }: AttemptFilesView): string {
  if (restored === undefined) return "";
  return `put back: ${counted(restored.written, "file")} written, ${restored.removed} removed`;
}
