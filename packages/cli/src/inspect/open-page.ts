import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

/** A page that was opened, and what was written for it. */
export interface OpenedPage {
  readonly remove: () => Promise<void>;
}

/**
 * Opens an address in the user's browser, by a file that leads there: other users of the machine can read the command lines of browsers, and the address
 * holds the token that lets people in. Where no browser can be started, it says so; the address was printed.
 *
 * @param url of the inspector: it holds nothing that HTML would read as something else
 */
export async function openPage(url: string, say: (text: string) => void): Promise<OpenedPage> {
  let folder: string | undefined;
  const remove = async (): Promise<void> => {
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  };
  try {
    folder = await mkdtemp(path.join(tmpdir(), "langgraph-rollback-page-"));
    const file = path.join(folder, "inspector.html");
    const leads = `<!doctype html><meta http-equiv="refresh" content="0;url=${url}"><title>Inspector</title>`;
    await writeFile(file, leads, { mode: 0o600 });
    const { default: open } = await import("open");
    const browser = await open(file);
    browser.once("error", (error) => say(`No browser could be opened (${error.message}).`));
  } catch (error) {
    say(`No browser could be opened (${error instanceof Error ? error.message : String(error)}).`);
  }
  return { remove };
}
