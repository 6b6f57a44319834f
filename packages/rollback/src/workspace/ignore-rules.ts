import ignore from "ignore";

/** @internal Whether a path inside the workspace is ignored, by its own name or by a folder around it. */
export type Ignores = (path: string, isFolder: boolean) => boolean;

/**
 * @internal Rules in the syntax of `.gitignore`, as lines of one file in the workspace's folder. Upper and lower case differ.
 *
 * Answers are kept for each path: rules are made anew for each look at the folder.
 */
export function ignoreRules(patterns: readonly string[]): Ignores {
  if (patterns.length === 0) return () => false;
  const rules = ignore({ ignorecase: false }).add(patterns);
  return (path, isFolder) => path !== "" && rules.ignores(isFolder ? `${path}/` : path);
}
