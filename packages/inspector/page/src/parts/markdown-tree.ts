import type { Nodes, Root } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmTableFromMarkdown } from "mdast-util-gfm-table";
import { gfmTable } from "micromark-extension-gfm-table";

/** Nodes that are written as Markdown on purpose: a star may stand for a product, and a bracket for a list. */
const TELLING: ReadonlySet<Nodes["type"]> = new Set([
  "heading",
  "strong",
  "inlineCode",
  "code",
  "list",
  "table",
  "blockquote",
  "link",
  "image",
]);

/** Deepest nesting that is drawn; a text of ten thousand ">" would be as deep. */
const DEPTH = 24;

/** The Markdown of a text, or `undefined` where it is none that one would miss, or is nested too deep to be drawn. */
export function markdownTree(text: string): Root | undefined {
  const tree = fromMarkdown(text, { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] });
  return depthOf(tree) <= DEPTH && isTelling(tree) ? tree : undefined;
}

function isTelling(node: Nodes): boolean {
  if (TELLING.has(node.type)) return true;
  return "children" in node && node.children.some(isTelling);
}

function depthOf(root: Nodes): number {
  let depth = 0;
  let level: readonly Nodes[] = [root];
  for (; level.length > 0 && depth <= DEPTH; depth += 1)
    level = level.flatMap((node): readonly Nodes[] => ("children" in node ? node.children : []));
  return depth;
}
