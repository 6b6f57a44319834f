import { readdirSync } from "node:fs";
import path from "node:path";
import { root } from "./processes.mjs";

const MADE = new Set(["node_modules", "dist", "bundle", ".cache", ".turbo"]);

/**
 * The files below a folder, without installed packages and what commands have made. Node 20 follows the links in
 * `node_modules` when it lists a folder recursively: packages that use one another are then listed without end.
 *
 * @param folder from the root of the repository
 * @param pattern of file names
 * @returns paths from the root of the repository
 */
export function filesIn(folder, pattern) {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) return MADE.has(entry.name) ? [] : filesIn(file, pattern);
    return entry.isFile() && pattern.test(entry.name) ? [file] : [];
  });
}
