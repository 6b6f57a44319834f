import { A_FUNCTION, type OptionCheck } from "../errors/option-check.ts";
import { checkOptions } from "../errors/refuse-options.ts";
import type { FolderSource, WorkspaceOptions } from "../workspace/workspace-source.ts";
import type { Workspace } from "../workspace/workspace.ts";

const A_PATH: OptionCheck = {
  expected: "a path",
  holds: (value) => typeof value === "string" && value !== "",
};

const FOLDER_CHECKS: Readonly<Record<keyof FolderSource, OptionCheck>> = {
  folder: {
    expected: "a path, or a function that gives one for the id of a thread",
    isRequired: true,
    holds: (value) => A_FUNCTION.holds(value) || A_PATH.holds(value),
  },
  ignore: {
    expected: "a list of lines as in a `.gitignore` file",
    holds: (value) => Array.isArray(value) && value.every((line) => typeof line === "string"),
  },
  store: A_PATH,
};

const OWN_CHECKS: Readonly<Record<keyof Workspace, OptionCheck>> = {
  snapshot: { ...A_FUNCTION, isRequired: true },
  restore: { ...A_FUNCTION, isRequired: true },
};

/** @internal */
export const A_WORKSPACE: OptionCheck = {
  expected: "an object with `folder`, or with functions `snapshot` and `restore`",
  holds: (value) => typeof value === "object" && value !== null && ("folder" in value || "snapshot" in value),
};

/**
 * @internal The workspace of a graph's runs, an object of its own for each graph.
 *
 * @throws {InvalidOptionError | UnknownOptionError} if an option of it has a value of a wrong type, or does not exist
 */
export function resolveWorkspace(given: WorkspaceOptions | undefined): WorkspaceOptions | undefined {
  if (given === undefined) return undefined;
  if ("folder" in given) {
    checkOptions(given, FOLDER_CHECKS, "workspace.");
    return { ...given };
  }
  if (Object.getPrototypeOf(given) === Object.prototype) checkOptions(given, OWN_CHECKS, "workspace.");
  return {
    snapshot: () => given.snapshot(),
    restore: (id, since) => given.restore(id, since),
  };
}
