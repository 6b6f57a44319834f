import type { ToolCall } from "@langgraph-rollback/attribution/trajectory";
import type { ReactNode } from "react";

import { LongText } from "./long-text.tsx";
import { TraceText } from "./trace-text.tsx";

/** Tool calls with their arguments. */
export function ToolCalls({ calls }: { readonly calls: readonly ToolCall[] }): ReactNode {
  if (calls.length === 0) return null;
  return (
    <ul className="tool-calls">
      {calls.map(({ name, args, id }, index) => (
        <li key={id ?? index}>
          <TraceText className="tool-name" text={name} />
          <LongText text={JSON.stringify(args, undefined, 1) ?? ""} />
        </li>
      ))}
    </ul>
  );
}
