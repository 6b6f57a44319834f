import { type ReactNode, useMemo } from "react";

import type { Label } from "../../../src/labels/label.ts";
import type { CalibrationView } from "../../../src/view/calibration-view.ts";
import type { ThreadView } from "../../../src/view/thread-view.ts";
import { usePageData } from "../page-data.ts";
import { goTo } from "../use-route.ts";
import { AttemptsPane } from "./attempts-pane.tsx";
import { DetailPane } from "./detail-pane.tsx";
import { OutcomeHeader } from "./outcome-header.tsx";
import { promiseWords } from "../../../src/words/promise-words.ts";
import { RollbackNotice } from "./rollback-notice.tsx";
import { routeTo, type Selection } from "./selection.ts";
import { StepsPane } from "./steps-pane.tsx";
import { useThreadKeys } from "./use-thread-keys.ts";

const NONE: readonly Label[] = [];

/** A thread: its attempts, the steps of one, and one of those. */
export function ThreadPanes(props: {
  readonly view: ThreadView;
  readonly selection: Selection;
  readonly calibration: CalibrationView | undefined;
  /** All labels; `undefined` until they are there. */
  readonly labels: readonly Label[] | undefined;
  readonly onLabelled: () => void;
}): ReactNode {
  const { view, selection, calibration, onLabelled } = props;
  const { attempt, run, step } = selection;
  const { addLabel } = usePageData();
  useThreadKeys(view.id, selection, addLabel !== undefined && attempt.outcome?.ok === false);
  const promise = attempt.attribution && promiseWords(attempt.attribution, calibration);
  const labels = useMemo(
    () =>
      props.labels?.filter(
        (label) => label.thread === view.id && label.run === run.run && label.attempt === attempt.attempt,
      ),
    [props.labels, view.id, run.run, attempt.attempt],
  );
  const go = (change: Parameters<typeof routeTo>[2]) => goTo(routeTo(view.id, selection, change), "replace");
  return (
    <>
      <OutcomeHeader view={view} selection={selection} promise={promise} />
      <div className="panes">
        <AttemptsPane thread={view.id} selection={selection} />
        <StepsPane
          selection={selection}
          promise={promise}
          labels={labels ?? NONE}
          onSelect={(index) => go({ step: index })}
        />
        {step === undefined ? (
          <section className="pane detail-pane">
            <p className="soft pane-empty">There is no step to look at yet.</p>
          </section>
        ) : (
          <DetailPane
            thread={view.id}
            selection={selection}
            step={step}
            promise={promise}
            labels={labels}
            onLabelled={onLabelled}
            onTab={(tab) => go({ tab })}
          />
        )}
      </div>
      <RollbackNotice attempt={attempt} />
    </>
  );
}
