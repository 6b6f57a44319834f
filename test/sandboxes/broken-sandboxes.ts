import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

import type { Workspace } from "langgraph-rollback";

import { CopyingSandbox, type Picture } from "./copying-sandbox.ts";

type Restored = ReturnType<Workspace["restore"]>;
type Differing = Parameters<CopyingSandbox["isForeign"]>[0];

/** A sandbox with one fault, and the test that has to find it. */
export interface BrokenSandbox {
  readonly fault: string;
  readonly found: string;
  readonly Broken: typeof CopyingSandbox;
}

const inSnapshots: readonly BrokenSandbox[] = [
  {
    found: "a snapshot leaves the files as they are",
    fault: "tidies up before it stores",
    Broken: class extends CopyingSandbox {
      override snapshot() {
        for (const each of this.folders()) this.remove(each);
        return super.snapshot();
      }
    },
  },
  {
    found: "a snapshot may be taken of no files, and of the same files again",
    fault: "stores nothing twice",
    Broken: class extends CopyingSandbox {
      override snapshot() {
        if (existsSync(join(this.store, this.idOf(this.picture())))) throw new Error("It is stored already.");
        return super.snapshot();
      }
    },
  },
  {
    found: "a snapshot has an id that no other files have",
    fault: "makes ids of names alone",
    Broken: class extends CopyingSandbox {
      override idOf({ files, ...rest }: Picture) {
        const named = Object.keys(files).map((path) => [path, { digest: "", mode: 0 }] as const);
        return super.idOf({ ...rest, files: Object.fromEntries(named) });
      }
    },
  },
  {
    found: "a snapshot holds what the files were, whatever becomes of them later",
    fault: "keeps the newest snapshot alone",
    Broken: class extends CopyingSandbox {
      override snapshot() {
        for (const each of readdirSync(this.store)) rmSync(join(this.store, each));
        return super.snapshot();
      }
    },
  },
  {
    found: "a snapshot can be restored by another process",
    fault: "knows snapshots of its own process alone",
    Broken: class extends CopyingSandbox {
      readonly #known = new Set<string>();

      override async snapshot() {
        const snapshot = await super.snapshot();
        this.#known.add(snapshot.id);
        return snapshot;
      }

      override pictureOf(id: string) {
        if (!this.#known.has(id)) throw new Error(`"${id}" is unknown.`);
        return super.pictureOf(id);
      }
    },
  },
];

const inRestores: readonly BrokenSandbox[] = [
  {
    found: "a restore gives contents back that were changed",
    fault: "writes only files that are missing",
    Broken: class extends CopyingSandbox {
      override put(path: string, digest: string, mode: number) {
        return existsSync(this.at(path)) ? 1 : super.put(path, digest, mode);
      }
    },
  },
  {
    found: "a restore gives files back that were deleted",
    fault: "writes only files that are there",
    Broken: class extends CopyingSandbox {
      override put(path: string, digest: string, mode: number) {
        return existsSync(this.at(path)) ? super.put(path, digest, mode) : 1;
      }
    },
  },
  {
    found: "a restore removes files that came later",
    fault: "removes nothing that is hidden",
    Broken: class extends CopyingSandbox {
      override drop(path: string) {
        return path.startsWith(".") ? 1 : super.drop(path);
      }
    },
  },
  {
    found: "a restore loses no file of the failed attempt: its last snapshot gives them",
    fault: "forgets what it goes back from",
    Broken: class extends CopyingSandbox {
      override async restore(id: string, since?: string): Restored {
        const restored = await super.restore(id, since);
        if (since !== undefined && since !== id) rmSync(join(this.store, since));
        return restored;
      }
    },
  },
  {
    found: "a restore gives every byte back, whatever the files are called",
    fault: "takes contents for texts",
    Broken: class extends CopyingSandbox {
      override writeWhole(file: string, content: string | Uint8Array) {
        super.writeWhole(file, typeof content === "string" ? content : Buffer.from(content).toString("utf8"));
      }
    },
  },
  {
    found: "a restore puts a file where a folder is, and a folder where a file is",
    fault: "leaves all folders",
    Broken: class extends CopyingSandbox {
      override removeFolders() {}
    },
  },
  {
    found: "a restore goes to any snapshot, in any order",
    fault: "keeps three snapshots",
    Broken: class extends CopyingSandbox {
      readonly #ids: string[] = [];

      override async snapshot() {
        const snapshot = await super.snapshot();
        this.#ids.push(snapshot.id);
        if (this.#ids.length > 3) rmSync(join(this.store, this.#ids.shift() ?? ""));
        return snapshot;
      }
    },
  },
  {
    found: "a restore refuses an id that no snapshot has, and changes no file then",
    fault: "takes an unknown id for one of no files",
    Broken: class extends CopyingSandbox {
      override pictureOf(id: string): Picture {
        try {
          return super.pictureOf(id);
        } catch {
          return { files: {}, folders: [], problems: [] };
        }
      }
    },
  },
];

const inRestoresAgain: readonly BrokenSandbox[] = [
  {
    found: "a restore done again gives the same files",
    fault: "uses a snapshot up",
    Broken: class extends CopyingSandbox {
      override async restore(id: string, since?: string): Restored {
        const restored = await super.restore(id, since);
        rmSync(join(this.store, id));
        return restored;
      }
    },
  },
  {
    found: "a restore done again by another process takes nothing for somebody else's",
    fault: "takes all that the attempt did not leave for somebody else's",
    Broken: class extends CopyingSandbox {
      override isForeign({ digest, left }: Differing, isSince: boolean) {
        return isSince && digest !== left;
      }
    },
  },
  {
    found: "a restore done again completes one that was broken off",
    fault: "expects the files of one of both snapshots",
    Broken: class extends CopyingSandbox {
      override restore(id: string, since = id): Restored {
        if (![id, since].includes(this.idOf(this.picture()))) throw new Error("Something else is here.");
        return super.restore(id, since);
      }
    },
  },
  {
    found: "a restore done again works after the next attempt has run, too",
    fault: "restores a snapshot once, and takes it for done from then on",
    Broken: class extends CopyingSandbox {
      #done: string | undefined;

      override async restore(id: string, since?: string): Restored {
        if (this.#done === id) return { written: 0, removed: 0 };
        this.#done = id;
        return super.restore(id, since);
      }
    },
  },
];

const inForeignFiles: readonly BrokenSandbox[] = [
  {
    found: "somebody else's files are kept beside where they were changed, and told",
    fault: "overwrites what somebody else has changed",
    Broken: class extends CopyingSandbox {
      override isForeign(differing: Differing, isSince: boolean) {
        return differing.left === undefined && super.isForeign(differing, isSince);
      }
    },
  },
  {
    found: "somebody else's files are kept where the run had no file, and told",
    fault: "removes what somebody else has added",
    Broken: class extends CopyingSandbox {
      override isForeign(differing: Differing, isSince: boolean) {
        return differing.left !== undefined && super.isForeign(differing, isSince);
      }
    },
  },
  {
    found: "somebody else's files come back where they were deleted",
    fault: "leaves deleted what somebody else has deleted",
    Broken: class extends CopyingSandbox {
      #left: Picture | undefined;

      override restore(id: string, since?: string): Restored {
        this.#left = since === undefined ? undefined : this.pictureOf(since);
        return super.restore(id, since);
      }

      override put(path: string, digest: string, mode: number) {
        const isDeleted = this.#left?.files[path] !== undefined && !existsSync(this.at(path));
        return isDeleted ? 1 : super.put(path, digest, mode);
      }
    },
  },
  {
    found: "somebody else's files are not what the attempt itself has left",
    fault: "takes the attempt's own files for somebody else's",
    Broken: class extends CopyingSandbox {
      override isForeign({ digest, wanted }: Differing, isSince: boolean) {
        return isSince && digest !== wanted;
      }
    },
  },
  {
    found: "somebody else's files stay beside in later snapshots and restores",
    fault: "takes copies for files of the run",
    Broken: class extends CopyingSandbox {
      override restore(id: string, since?: string): Restored {
        for (const each of this.list()) if (each.includes(".theirs-")) this.remove(each);
        return super.restore(id, since);
      }
    },
  },
];

const inKinds: readonly BrokenSandbox[] = [
  {
    found: "more than files gives empty folders back, and removes those that came later",
    fault: "knows no folders",
    Broken: class extends CopyingSandbox {
      override picture(): Picture {
        return { ...super.picture(), folders: [] };
      }
    },
  },
  {
    found: "more than files gives permissions back",
    fault: "writes all files with the same permissions",
    Broken: class extends CopyingSandbox {
      override put(path: string, digest: string) {
        return super.put(path, digest, 0o644);
      }
    },
  },
  {
    found: "more than files tells what a snapshot cannot hold, and gives all else back",
    fault: "leaves out in silence what it cannot store",
    Broken: class extends CopyingSandbox {
      override picture(): Picture {
        return { ...super.picture(), problems: [] };
      }
    },
  },
];

export const brokenSandboxes: readonly BrokenSandbox[] = [
  ...inSnapshots,
  ...inRestores,
  ...inRestoresAgain,
  ...inForeignFiles,
  ...inKinds,
];
