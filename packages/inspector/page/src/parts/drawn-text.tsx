import { type ReactNode, useMemo, useState } from "react";

import type { JsonValue } from "../../../src/shared/view/json-value.ts";
import { JsonTree } from "./json-tree.tsx";
import { LongText } from "./long-text.tsx";
import { Markdown } from "./markdown.tsx";
import { markdownTree } from "./markdown-tree.ts";

/** Longest texts that are drawn; longer ones are shown as they are. Parsing Markdown that means harm takes time. */
const LONGEST = { json: 40_000, markdown: 10_000 } as const;

/** Text that an agent wrote, drawn as what it is: JSON as a tree, Markdown and code as such, all else as it is. */
export function DrawnText({ text }: { readonly text: string }): ReactNode {
  const [isPlain, setPlain] = useState(false);
  const drawn = useMemo(() => drawingOf(text), [text]);
  if (drawn === undefined) return <LongText text={text} />;
  return (
    <div className="drawn">
      {isPlain ? <LongText text={text} /> : drawn.draw()}
      <button type="button" className="more" aria-pressed={isPlain} onClick={() => setPlain(!isPlain)}>
        As it was written
      </button>
    </div>
  );
}

function drawingOf(text: string): { readonly draw: () => ReactNode } | undefined {
  if (text.length > LONGEST.json) return undefined;
  const json = jsonIn(text);
  if (json !== undefined) return { draw: () => <JsonTree value={json} isOpen /> };
  const tree = text.length > LONGEST.markdown ? undefined : markdownTree(text);
  return tree && { draw: () => <Markdown tree={tree} /> };
}

/** A list or an object that the text is, and nothing else. */
function jsonIn(text: string): JsonValue | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    const value: JsonValue = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}
