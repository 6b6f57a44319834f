import type { ReactNode } from "react";

import { TraceText } from "./trace-text.tsx";
import type { Loaded } from "./use-loaded.ts";

/** Shows a value once it is there; until then that it is on its way, or why it never came. */
export function Waiting<Value>({
  loaded,
  what,
  reload,
  children,
}: {
  readonly loaded: Loaded<Value>;
  /** Name of the thing that is waited for, as in "the thread". */
  readonly what: string;
  readonly reload: () => void;
  readonly children: (value: Value) => ReactNode;
}): ReactNode {
  switch (loaded.state) {
    case "loading":
      return <output className="waiting">Reading {what} …</output>;
    case "failed":
      return (
        <div className="failed" role="alert">
          <p>
            Could not read {what}: <TraceText text={loaded.message} />
          </p>
          <button type="button" onClick={reload}>
            Try again
          </button>
        </div>
      );
    case "there":
      return children(loaded.value);
  }
}
