import type { VerifierRuns } from "@langgraph-rollback/attribution";
import type { ReactNode } from "react";

import {
  calibratedWords,
  pilotRows,
  thresholdTable,
  verifierWords,
} from "../../../src/shared/words/pilot-words.ts";
import { FiguresTable } from "../parts/figures-table.tsx";
import { TraceText } from "../parts/trace-text.tsx";

/** The runs that one verifier has judged. */
export function VerifierFindings({
  judged,
  isOnly,
}: {
  readonly judged: VerifierRuns;
  /** Whether it is the only verifier: its advice is that of the page then. */
  readonly isOnly: boolean;
}): ReactNode {
  const { advice, calibrated, figures } = judged;
  return (
    <section>
      <h3>
        <TraceText text={verifierWords(judged)} />
      </h3>
      {!isOnly && <p>{advice.sentence}</p>}
      <FiguresTable head={["figure", "value"]} rows={pilotRows(figures)} />
      {calibrated !== null && (
        <>
          <h4>With its calibration, at epsilon {calibrated.epsilon}</h4>
          <p className="soft">{calibratedWords(calibrated)}</p>
          {calibrated.at.length > 0 && <FiguresTable {...thresholdTable(calibrated)} />}
        </>
      )}
    </section>
  );
}
