import { readlinkSync, realpathSync } from "node:fs";
import path from "node:path";

/**
 * The path that writing to `file` writes to: the end of its links, whether there is a file or not.
 *
 * @throws what `node:fs` throws if links lead in a circle or cannot be looked at
 */
export function linkTarget(file: string): string {
  const link = unlessMissing(() => realpathSync(file));
  if (link !== undefined) return link;
  // A link to nothing has no real path.
  const next = unlessMissing(() => path.resolve(realpathSync(path.dirname(file)), readlinkSync(file)));
  return next === undefined ? file : linkTarget(next);
}

function unlessMissing(look: () => string): string | undefined {
  try {
    return look();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Reading a link that is none ends with `EINVAL`. */
function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "EINVAL");
}
