import type { ChangedFileView, FileStateView } from "../view/files-view.ts";

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
