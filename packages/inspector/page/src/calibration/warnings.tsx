import type { ReactNode } from "react";

import type { CalibrationWarning } from "../../../src/shared/view/calibration-view.ts";
import { shownText } from "../parts/shown-text.ts";
import { TraceText } from "../parts/trace-text.tsx";

/** Why the calibration should not be relied on, the gravest first. */
export function Warnings({
  warnings,
  isPromised,
}: {
  readonly warnings: readonly CalibrationWarning[];
  /** Whether anything is promised: by a calibration, or by what recorded sets say themselves. */
  readonly isPromised: boolean;
}): ReactNode {
  if (warnings.length === 0) return undefined;
  return (
    <section className="warnings" aria-label="Warnings">
      <h2>
        <span aria-hidden="true">⚠ </span>
        {isPromised ? "Why not to rely on it" : "Nothing is promised"}
      </h2>
      <ul>
        {warnings.map(({ code, message }) => (
          <li key={code + message}>
            <code className="warning-code">{code}</code> <InWords message={message} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A message with what stands between backticks set as code. */
function InWords({ message }: { readonly message: string }): ReactNode {
  return message.split("`").map((part, place) =>
    place % 2 === 1 ? (
      // Parts have no name of their own, and are never moved.
      // oxlint-disable-next-line react/no-array-index-key
      <code key={place}>{shownText(part)}</code>
    ) : (
      // oxlint-disable-next-line react/no-array-index-key
      <TraceText key={place} text={part} />
    ),
  );
}
