import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

/** One fenced `ts` block of a Markdown file. */
export interface CodeBlock {
  /** Path from the repository's root and the line of the opening fence, such as `docs/guarantee.md:12`. */
  readonly name: string;
  readonly source: string;
  /** False for blocks fenced as `ts no-run`, which are only type-checked. */
  readonly runs: boolean;
}

/** Every `ts` block of the README files and of `docs/`, in a stable order. */
export function readCodeBlocks(root: string): readonly CodeBlock[] {
  return markdownFiles(root).flatMap((file) => extract(relative(root, file), readFileSync(file, "utf8")));
}

function markdownFiles(root: string): readonly string[] {
  // Only in `docs` to the bottom: Node 20 follows the links in `node_modules`.
  const inside = (folder: string, recursive = false) =>
    readdirSync(join(root, folder), { recursive, encoding: "utf8" })
      .toSorted((left, right) => left.localeCompare(right))
      .map((file) => join(root, folder, file));
  const readmes = (folder: string) =>
    inside(folder)
      .map((name) => join(name, "README.md"))
      .filter((file) => existsSync(file));
  return [
    join(root, "README.md"),
    ...inside("docs", true).filter((file) => file.endsWith(".md")),
    ...readmes("packages"),
    ...readmes("examples"),
  ];
}

function extract(file: string, markdown: string): readonly CodeBlock[] {
  return [...markdown.matchAll(/^```ts( no-run)?\r?\n([\s\S]*?)^```$/gm)].map((match) => ({
    name: `${file}:${markdown.slice(0, match.index).split("\n").length}`,
    source: match[2] ?? "",
    runs: match[1] === undefined,
  }));
}
