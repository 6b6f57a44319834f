import type { ReactNode } from "react";

import { shownText } from "./shown-text.ts";

/**
 * Text that an agent wrote. Whatever it holds, it stays inside of its own element: it cannot turn the direction of what
 * stands around it, and control characters are seen instead of felt.
 */
export function TraceText({
  text,
  as: Element = "span",
  className = "",
}: {
  readonly text: string;
  readonly as?: "span" | "p" | "pre" | "div";
  readonly className?: string;
}): ReactNode {
  return (
    <Element className={`trace ${className}`} dir="auto">
      {shownText(text)}
    </Element>
  );
}
