import path from "node:path";
import { pipeCopied } from "../files/pipe-copies.ts";

/**
 * File of a source's labels unless another file is named: beside its first file, `runs.labels.jsonl` for
 * `runs.sqlite`; in the folder that one is in, for a database that has an address and for a pipe.
 *
 * @param where what `inspect` was given
 */
export function labelsFileOf(where: readonly string[]): string {
  const [first = ""] = where;
  if (pipeCopied(first) !== undefined || /^\s*[a-z][a-z\d+.-]+:\/\//i.test(first)) return path.resolve("labels.jsonl");
  const { dir, name } = path.parse(path.resolve(first));
  return path.join(dir, `${name}.labels.jsonl`);
}
