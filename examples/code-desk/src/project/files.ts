import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";

/** Texts of files by their path inside a folder, with `/` between names. */
export type Files = Readonly<Record<string, string>>;

/** Writes files into a folder, and makes the folders that they need. */
export async function writeFiles(folder: string, files: Files): Promise<void> {
  for (const [at, text] of Object.entries(files)) {
    const place = path.join(folder, at);
    await mkdir(path.dirname(place), { recursive: true });
    await writeFile(place, text);
  }
}

/** Reads all files of a folder, in the order of their paths. Links are not followed. */
export async function readFiles(folder: string): Promise<Files> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
  const read = paths.toSorted().map(async (at) => {
    const text = await readFile(path.join(folder, at), "utf8");
    return [at.split(path.sep).join("/"), text] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}

/** Says how files differ from what they were: each that is new, changed or gone. */
export function differences(before: Files, after: Files): readonly string[] {
  const all = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted();
  return all.flatMap((at) => {
    const [old, now] = [before[at], after[at]];
    if (old === now) return [];
    return [`${at} (${old === undefined ? "new" : now === undefined ? "gone" : "changed"})`];
  });
}
