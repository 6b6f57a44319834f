import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";

import type { Label } from "../../../src/shared/labels/label.ts";
import type { StepDetail } from "../../../src/shared/view/step-detail.ts";
import type { StepView } from "../../../src/shared/view/thread-view.ts";
import { recordedExplanation } from "../../../src/shared/words/explanation-words.ts";
import type { PromiseWords } from "../../../src/shared/words/promise-words.ts";
import { usePageData } from "../data/page-data.ts";
import { Moment } from "../parts/moment.tsx";
import { TraceText } from "../parts/trace-text.tsx";
import { useLoaded } from "../parts/use-loaded.ts";
import { Waiting } from "../parts/waiting.tsx";
import { StepWatched } from "../watch/step-watched.tsx";
import { counterpartOf } from "./counterpart.ts";
import { durationInWords } from "./duration-in-words.ts";
import { Explanation } from "./explanation.tsx";
import { WhyTab } from "./why-tab.tsx";
import { KnownStep } from "./known-step.tsx";
import { LabelButtons } from "./label-buttons.tsx";
import type { Selection, Tab } from "./selection.ts";
import { StepTab } from "./step-tab.tsx";
import { TabList } from "./tab-list.tsx";

/** The step that is looked at, in six views, and what people say about it. */
export function DetailPane(props: {
  readonly thread: string;
  readonly selection: Selection;
  readonly step: StepView;
  readonly promise: PromiseWords | undefined;
  /** Labels of this attempt; `undefined` until they are there. */
  readonly labels: readonly Label[] | undefined;
  /** Buttons to act from the step on, if any. */
  readonly actions?: ReactNode;
  readonly onLabelled: () => void;
  readonly onTab: (tab: Tab) => void;
  /** Origins of its values. */
  readonly origins: ReactNode;
}): ReactNode {
  const { actions, thread, selection, step, promise, labels, onLabelled, onTab, origins } = props;
  const { tab } = selection;
  return (
    <section className="pane detail-pane" aria-labelledby="step-title">
      <div className="detail-head">
        <h2 id="step-title" className="pane-title">
          Step {step.index + 1} <TraceText text={nameOf(step)} />
        </h2>
        <StepFacts step={step} />
        <StepWatched attempt={selection.attempt} step={step.index} />
      </div>
      <TabList tab={tab} onTab={onTab} />
      {/* Scrolled by keys, so it has to take the focus. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="tab-panel" id="step-panel" role="tabpanel" aria-labelledby={`tab-${tab}`} tabIndex={0}>
        {tab === "why" ? (
          <WhyTab
            attribution={selection.attempt.attribution}
            promise={promise}
            step={step.index}
            why={<Why thread={thread} selection={selection} step={step} />}
          />
        ) : (
          <LoadedTab thread={thread} selection={selection} step={step} tab={tab} />
        )}
      </div>
      {origins}
      {actions}
      <LabelButtons
        thread={thread}
        selection={selection}
        step={step.index}
        labels={labels}
        onLabelled={onLabelled}
      />
    </section>
  );
}

/** Which step of which attempt is looked at. */
interface Looked {
  readonly thread: string;
  readonly selection: Selection;
  readonly step: StepView;
}

function useDetail({ thread, selection, step }: Looked): ReturnType<
  typeof useLoaded<StepDetail | undefined>
> & {
  readonly key: string;
} {
  const data = usePageData();
  const address = { thread, run: selection.run.run, attempt: selection.attempt.attempt, step: step.index };
  const key = JSON.stringify(address);
  const { loaded, reload } = useLoaded(key, () => data.step(address));
  const refresh = useEffectEvent(reload);
  const shown = useRef(selection.attempt);
  useEffect(() => {
    if (shown.current === selection.attempt) return;
    shown.current = selection.attempt;
    // A thread that moves on may bring the state after its last step.
    refresh();
  }, [selection.attempt]);
  return { loaded, reload, key };
}

/** Why the step is suspected: as it was recorded, else as the calibration at hand explains it. */
function Why(looked: Looked): ReactNode {
  const { selection, step } = looked;
  const recorded = recordedExplanation(selection.attempt.attribution, step.index);
  return recorded === undefined ? <LoadedWhy {...looked} /> : <Explanation explanation={recorded} />;
}

function LoadedWhy(looked: Looked): ReactNode {
  const { loaded, reload } = useDetail(looked);
  const { unexplained } = looked.selection.attempt.attribution ?? {};
  return (
    <Waiting loaded={loaded} what="the reasons" reload={reload}>
      {(detail) =>
        detail?.why === undefined ? (
          <>
            {unexplained !== undefined && <TraceText as="p" text={unexplained} />}
            <p className="soft">
              Why this step is suspected was not recorded. A calibration that carries the scorer explains all
              steps: <code>inspect --calibration calibration.json</code>.
            </p>
          </>
        ) : (
          <Explanation explanation={detail.why} />
        )
      }
    </Waiting>
  );
}

function LoadedTab({ tab, ...looked }: Looked & { readonly tab: Exclude<Tab, "why"> }): ReactNode {
  const { thread, selection } = looked;
  const { loaded, reload, key } = useDetail(looked);
  if (tab === "summary" && loaded.state === "loading") return <KnownStep step={looked.step} />;
  return (
    <Waiting loaded={loaded} what="the step" reload={reload}>
      {(detail) =>
        detail === undefined ? (
          <p className="soft">The details of this step are not stored here.</p>
        ) : (
          <StepTab
            key={key}
            tab={tab}
            detail={detail}
            note={selection.attempt.note}
            counterpart={counterpartOf(thread, selection)}
          />
        )
      }
    </Waiting>
  );
}

const nameOf = ({ agent, node }: StepView) =>
  node === undefined || node === agent ? agent : `${node}: ${agent}`;

function StepFacts({ step }: { readonly step: StepView }): ReactNode {
  const { kind, superstep, depth, startedAt, ms } = step;
  return (
    <p className="facts">
      {kind !== undefined && <span>{kind}</span>}
      {superstep !== undefined && <span>superstep {superstep}</span>}
      {depth > 0 && <span>subgraph depth {depth}</span>}
      {startedAt !== undefined && <Moment iso={startedAt} />}
      {ms !== undefined && <span>{durationInWords(ms)}</span>}
    </p>
  );
}
