import type { ReactNode } from "react";

import type { PilotView } from "../../../src/shared/view/pilot-view.ts";
import {
  pilotNotes,
  pilotRows,
  recordedAlarmRows,
  unreadableThreads,
} from "../../../src/shared/words/pilot-words.ts";
import { FiguresTable } from "../parts/figures-table.tsx";
import { TraceText } from "../parts/trace-text.tsx";
import { AcceptanceFindings } from "./acceptance-findings.tsx";
import { ResultsToLabel } from "./results-to-label.tsx";
import { VerifierFindings } from "./verifier-findings.tsx";

/** Results of the recorded runs, the advice first. */
export function PilotFindings({ view }: { readonly view: PilotView }): ReactNode {
  const { advice, alarm, calibration, exceptions, stopped, toLabel, verifiers } = view;
  return (
    <div className="pilot-findings">
      <p className="pilot-advice">{advice.sentence}</p>
      <p className="soft">
        Shares with 95 % intervals. They hold if runs are independent, and labelled ones were chosen at
        random.
      </p>
      {verifiers.toReversed().map((judged) => (
        <VerifierFindings key={judged.verifier} judged={judged} isOnly={verifiers.length === 1} />
      ))}
      {calibration?.retries !== undefined && <AcceptanceFindings retries={calibration.retries} />}
      {exceptions !== null && (
        <section>
          <h3>Runs that ended with an exception</h3>
          <p className="soft">No verifier judges them.</p>
          <FiguresTable head={["figure", "value"]} rows={pilotRows(exceptions)} />
        </section>
      )}
      {stopped !== undefined && (
        <section>
          <h3>Runs that were stopped before their end</h3>
          <p className="soft">No verifier judged their first attempt.</p>
          <FiguresTable head={["figure", "value"]} rows={pilotRows(stopped)} />
        </section>
      )}
      {alarm !== undefined && (
        <section>
          <h3>The alarm</h3>
          <p>{alarm.advice.sentence}</p>
          <FiguresTable head={["figure", "value"]} rows={recordedAlarmRows(alarm)} />
        </section>
      )}
      <ResultsToLabel results={toLabel} />
      <section>
        <h3>What was looked at</h3>
        <ul className="pilot-notes">
          {[...pilotNotes(view), unreadableThreads(view) ?? []].flat().map((note) => (
            <li key={note}>
              <TraceText text={note} />
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
