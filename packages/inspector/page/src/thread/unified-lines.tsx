import type { ReactNode } from "react";

import { TraceText } from "../parts/trace-text.tsx";

/** Kinds of lines, by their first sign. */
const KINDS: Readonly<Record<string, string>> = { "+": "added", "-": "removed", "@": "place" };

/** A unified difference: neighbouring lines of one kind are one element. */
export function UnifiedLines({ lines }: { readonly lines: string }): ReactNode {
  return (
    <div className="unified">
      {stretches(lines).map(({ at, kind, text }) => (
        <TraceText key={at} as="pre" className={`unified-${kind}`} text={text} />
      ))}
    </div>
  );
}

interface Stretch {
  /** Its place among the others. */
  readonly at: number;
  readonly kind: string;
  readonly text: string;
}

function stretches(lines: string): readonly Stretch[] {
  const found: { at: number; kind: string; lines: string[] }[] = [];
  for (const line of lines.replace(/\n$/, "").split("\n")) {
    const kind = KINDS[line.charAt(0)] ?? "same";
    const last = found.at(-1);
    if (last?.kind === kind) last.lines.push(line);
    else found.push({ at: found.length, kind, lines: [line] });
  }
  return found.map(({ at, kind, lines: own }) => ({ at, kind, text: own.join("\n") }));
}
