import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import { PAGE_FOLDER } from "../page-folder.ts";
import { PageMissingError } from "./page-missing-error.ts";

/** The page as it was built: all there is, so that no path can lead to another file. */
export interface PageFiles {
  readonly html: string;
  readonly script: string;
  readonly style: string;
}

/**
 * Reads the prebuilt page.
 * @throws {PageMissingError} if the package was not built
 */
export async function readPageFiles(): Promise<PageFiles> {
  const read = (name: string) => readFile(new URL(name, PAGE_FOLDER), "utf8");
  try {
    const [html, script, style] = await Promise.all([read("index.html"), read("page.js"), read("page.css")]);
    return { html, script, style };
  } catch (cause) {
    throw new PageMissingError(fileURLToPath(PAGE_FOLDER), { cause });
  }
}
