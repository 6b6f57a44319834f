import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { writeFiles } from "./files.ts";
import { SHOP } from "./shop.ts";

/** A project of its own, and the place of its snapshots. */
export interface Project {
  readonly folder: string;
  /** Beside the folder: nothing is left among the user's files. */
  readonly store: string;
}

/** Works on a new project in the folder for temporary files, which is removed afterwards. */
export async function inNewProject<T>(work: (project: Project) => Promise<T>): Promise<T> {
  const base = await mkdtemp(path.join(tmpdir(), "code-desk-"));
  const project = { folder: path.join(base, "shop"), store: path.join(base, "snapshots") };
  try {
    await writeFiles(project.folder, SHOP);
    return await work(project);
  } finally {
    await rm(base, { recursive: true, force: true });
  }
}
