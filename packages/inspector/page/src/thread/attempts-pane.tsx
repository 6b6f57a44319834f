import type { ReactNode } from "react";

import { type Lane, laneGeometry } from "../../../src/shared/picture/lane-geometry.ts";
import type { CalibrationView } from "../../../src/shared/view/calibration-view.ts";
import type { AttemptView } from "../../../src/shared/view/thread-view.ts";
import { isStoppedEarly } from "../../../src/shared/words/early-words.ts";
import { outcomeWords } from "../../../src/shared/words/outcome-words.ts";
import { promiseOf } from "../../../src/shared/words/promise-words.ts";
import { rollbackWords } from "../../../src/shared/words/rollback-words.ts";
import { stepsInWords } from "../../../src/shared/words/steps-in-words.ts";
import { useWidth } from "../parts/use-width.ts";
import { hrefOf } from "../routing/route.ts";
import { LaneDrawing, RewindDrawing } from "./lane-drawing.tsx";
import { NoteAtArrow } from "./note-at-arrow.tsx";
import { ReplaysList } from "./replays-list.tsx";
import { RetryArrow } from "./retry-arrow.tsx";
import { routeTo, type Selection } from "./selection.ts";
import { TimeAndCost } from "./time-and-cost.tsx";

/** The run's attempts as lanes, one below the other, each a link to its steps. */
export function AttemptsPane({
  thread,
  selection,
  isLatest,
  calibration,
}: {
  readonly thread: string;
  readonly selection: Selection;
  /** Whether the run is the latest of its thread. */
  readonly isLatest: boolean;
  readonly calibration: CalibrationView | undefined;
}): ReactNode {
  const [measure, width] = useWidth();
  const { attempts } = selection.run;
  const lanes = laneGeometry(attempts, width);
  const lastLane = lanes.at(-1);
  return (
    <section className="pane attempts-pane" aria-labelledby="attempts-title">
      <div className="attempts-head">
        <h2 id="attempts-title" className="pane-title">
          Attempts
        </h2>
        <Legend isStopped={attempts.some(isStoppedEarly)} />
      </div>
      <div className="lane-measure" aria-hidden="true">
        <span />
        <span ref={measure} />
      </div>
      <ol className="lanes">
        {attempts.map((attempt, index) => {
          const lane = lanes[index];
          return (
            lane && (
              <li key={attempt.attempt}>
                <AttemptLane
                  thread={thread}
                  selection={selection}
                  attempt={attempt}
                  lane={lane}
                  width={width}
                  calibration={calibration}
                />
              </li>
            )
          );
        })}
      </ol>
      {isLatest && lastLane !== undefined && (
        <RetryArrow selection={selection} lane={lastLane} width={width} />
      )}
      <ReplaysList thread={thread} run={selection.run.run} />
      <TimeAndCost selection={selection} width={width} />
    </section>
  );
}

function AttemptLane(props: {
  readonly thread: string;
  readonly selection: Selection;
  readonly attempt: AttemptView;
  readonly lane: Lane;
  readonly width: number;
  readonly calibration: CalibrationView | undefined;
}): ReactNode {
  const { thread, selection, attempt, lane, width, calibration } = props;
  const isDoubtful = (promiseOf(attempt, { calibration })?.doubts.length ?? 0) > 0;
  const isSelected = attempt.attempt === selection.attempt.attempt;
  const verdict = outcomeWords(attempt);
  return (
    <>
      <a
        className="lane"
        href={hrefOf(routeTo(thread, selection, { attempt: attempt.attempt }))}
        aria-current={isSelected ? "true" : undefined}
        title={laneWords(attempt)}
      >
        <span className="lane-name">
          #{attempt.attempt}
          <span className="for-screen-readers">{laneWords(attempt)}</span>
        </span>
        <LaneDrawing
          lane={lane}
          width={width}
          selected={isSelected ? selection.step?.index : undefined}
          verdict={verdict}
          isDoubtful={isDoubtful}
        />
      </a>
      {lane.rewind !== undefined && (
        <div className="lane-rewind">
          <span className="soft">
            rewind
            <span className="for-screen-readers">{rollbackWords(attempt)?.undone}</span>
          </span>
          <RewindDrawing rewind={lane.rewind} width={width} />
          <NoteAtArrow selection={selection} after={attempt} />
        </div>
      )}
    </>
  );
}

function laneWords(attempt: AttemptView): string {
  const { steps, kept, attribution } = attempt;
  const bounded = attribution?.status === "bounded" ? `, set: ${stepsInWords(attribution.set.steps)}` : "";
  const taken = kept === 0 ? "" : `, ${kept} of them kept from the attempt before`;
  return ` Attempt ${attempt.attempt}, ${outcomeWords(attempt).word}, ${steps.length} steps${taken}${bounded}`;
}

function Legend({ isStopped }: { readonly isStopped: boolean }): ReactNode {
  return (
    <p className="legend" aria-hidden="true">
      <span>
        <span className="legend-kept" /> kept
      </span>
      <span>
        <span className="legend-own" /> ran
      </span>
      <span>
        <span className="legend-set" /> set
      </span>
      <span>✕ rejected</span>
      {isStopped && <span>■ stopped early</span>}
      <span>✓ accepted</span>
    </p>
  );
}
