/** One line of a `.gitignore` file. */
interface Rule {
  readonly matches: (path: string, name: string) => boolean;
  readonly isNegated: boolean;
  readonly foldersOnly: boolean;
}

/** @internal Whether a path inside the workspace is ignored, if no folder around it is. */
export type Ignores = (path: string, name: string, isFolder: boolean) => boolean;

/**
 * @internal Rules in the syntax of `.gitignore`: the last one that matches decides. `*` and `?` stop at `/`, `**` does not; a rule with a `/` that is not at its end
 * starts at the workspace's folder.
 */
export function ignoreRules(patterns: readonly string[]): Ignores {
  const rules = patterns.flatMap((pattern) => ruleOf(pattern) ?? []).toReversed();
  if (rules.length === 0) return () => false;
  return (path, name, isFolder) => {
    const decides = rules.find((rule) => (isFolder || !rule.foldersOnly) && rule.matches(path, name));
    return decides !== undefined && !decides.isNegated;
  };
}

function ruleOf(line: string): Rule | undefined {
  if (line.startsWith("#")) return undefined;
  const isNegated = line.startsWith("!");
  // Blanks at the end do not count unless they are quoted.
  let glob = (isNegated ? line.slice(1) : line).replace(/(?<![\\ ]) +$/, "");
  const foldersOnly = glob.endsWith("/");
  if (foldersOnly) glob = glob.slice(0, -1);
  if (glob === "") return undefined;
  const isAnchored = glob.includes("/");
  if (glob.startsWith("/")) glob = glob.slice(1);
  const isPlain = !/[*?[\\]/.test(glob);
  const matches = isAnchored
    ? matcher(glob, isPlain, (path) => path)
    : matcher(glob, isPlain, (_path, name) => name);
  return { matches, isNegated, foldersOnly };
}

function matcher(
  glob: string,
  isPlain: boolean,
  subject: (path: string, name: string) => string,
): Rule["matches"] {
  if (isPlain) return (path, name) => subject(path, name) === glob;
  const parts = glob.split("/");
  return (path, name) => matchesParts(parts, 0, subject(path, name).split("/"), 0);
}

/** Whether names match parts of a glob, each from an index on. */
function matchesParts(parts: readonly string[], part: number, names: readonly string[], at: number): boolean {
  const glob = parts[part];
  if (glob === undefined) return at === names.length;
  if (glob === "**") {
    // At the end it stands for at least one name.
    if (part === parts.length - 1) return at < names.length;
    for (let next = at; next <= names.length; next += 1)
      if (matchesParts(parts, part + 1, names, next)) return true;
    return false;
  }
  const name = names[at];
  return name !== undefined && matchesName(glob, name) && matchesParts(parts, part + 1, names, at + 1);
}

/** Whether a name matches a glob without `/`, in time that grows with the product of their lengths. */
function matchesName(glob: string, name: string): boolean {
  let [at, index] = [0, 0];
  let star: { readonly at: number; index: number } | undefined;
  while (index < name.length) {
    const step = glob[at] === "*" ? undefined : stepOver(glob, at, name.charAt(index));
    if (glob[at] === "*") {
      star = { at, index };
      at += 1;
    } else if (step !== undefined) {
      at = step;
      index += 1;
    } else if (star === undefined) return false;
    else {
      star.index += 1;
      [at, index] = [star.at + 1, star.index];
    }
  }
  while (glob[at] === "*") at += 1;
  return at === glob.length;
}

/** Where the glob continues behind what matches a character; `undefined` if it does not match. */
function stepOver(glob: string, at: number, character: string): number | undefined {
  const sign = glob[at];
  if (sign === undefined) return undefined;
  if (sign === "?") return at + 1;
  if (sign === "\\") return glob[at + 1] === character ? at + 2 : undefined;
  if (sign === "[") return stepOverSet(glob, at, character);
  return sign === character ? at + 1 : undefined;
}

/** As {@link stepOver}, for a set such as `[a-z_]` or `[!0-9]`. A set without an end matches nothing. */
function stepOverSet(glob: string, start: number, character: string): number | undefined {
  let at = start + 1;
  const isNegated = glob[at] === "!" || glob[at] === "^";
  if (isNegated) at += 1;
  const first = at;
  let isIn = false;
  for (; at === first || glob[at] !== "]"; at += 1) {
    if (at >= glob.length) return undefined;
    if (glob[at] === "\\") at += 1;
    const from = glob.charAt(at);
    const isRange = glob[at + 1] === "-" && glob[at + 2] !== undefined && glob[at + 2] !== "]";
    if (isRange) at += 2;
    const to = glob.charAt(at);
    if (from <= character && character <= to) isIn = true;
  }
  return isIn === isNegated ? undefined : at + 1;
}
