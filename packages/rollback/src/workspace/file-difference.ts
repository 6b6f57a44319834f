import type { ChangedFile } from "./changed-files.ts";
import { git, type Shadow } from "./git.ts";
import { EMPTY_CONTENT } from "./open-snapshots.ts";

/** Difference between the two contents of a changed file. */
export type FileDifference =
  /** Unified, from the first `@@` on. Untrusted text. Bytes that are not UTF-8 are replaced. */
  | { readonly lines: string }
  /** Why there are no lines. "same": its content has not changed, or it is empty. */
  | { readonly reason: "same" | "binary" | "large" };

/** Bytes of a content that is compared: git is fast at it, and a reader is not. */
const LARGE = 1_000_000;

/** @internal Compares the contents of a changed file. A file that was added is compared with an empty one. */
export async function fileDifference(
  shadow: Shadow,
  { after, before }: ChangedFile,
): Promise<FileDifference> {
  if (before?.oid === after?.oid) return { reason: "same" };
  if (Math.max(before?.size ?? 0, after?.size ?? 0) > LARGE) return { reason: "large" };
  const args = ["diff", "--no-color", "--no-ext-diff", "--no-textconv", "--unified=3"];
  const out = await git(shadow, [...args, before?.oid ?? EMPTY_CONTENT, after?.oid ?? EMPTY_CONTENT]);
  const text = out.toString();
  const start = /^@@ /m.exec(text)?.index;
  if (start !== undefined) return { lines: text.slice(start) };
  return { reason: /^Binary files /m.test(text) ? "binary" : "same" };
}
