import { type ReactNode, useState } from "react";

import { TraceText } from "./trace-text.tsx";

/** More than anybody reads at a glance; laying out megabytes takes seconds. */
const SHOWN = 6000;

/** Text of any length, of which at first only the beginning is shown. */
export function LongText({ text }: { readonly text: string }): ReactNode {
  const [isWhole, setWhole] = useState(false);
  const isCut = text.length > SHOWN && !isWhole;
  return (
    <>
      <TraceText as="pre" text={isCut ? text.slice(0, SHOWN) : text} />
      {isCut && (
        <button type="button" className="more" onClick={() => setWhole(true)}>
          Show all {text.length.toLocaleString("en")} characters
        </button>
      )}
    </>
  );
}
