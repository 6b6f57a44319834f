import type { ReactNode } from "react";

import type { Label } from "../../../src/shared/labels/label.ts";
import { Moment } from "../parts/moment.tsx";
import { TraceText } from "../parts/trace-text.tsx";
import { labellerWords, labelWords } from "./verdict-words.ts";

/** The labels of an attempt: whose, when and why. */
export function LabelWords({
  label,
  children,
}: {
  readonly label: Label;
  /** Actions on it. */
  readonly children?: ReactNode;
}): ReactNode {
  const { reason, at, scoresInView } = label;
  return (
    <p className="label-words">
      <TraceText text={labellerWords(label)} className="label-who" />: {labelWords(label)}
      {reason !== undefined && (
        <>
          , “<TraceText text={reason} />”
        </>
      )}
      {scoresInView === true && (
        <span className="soft" title="Calibration does not use a label that was given with scores in view.">
          , scores in view
        </span>
      )}{" "}
      <span className="soft">
        <Moment iso={at} />
      </span>{" "}
      {children}
    </p>
  );
}
