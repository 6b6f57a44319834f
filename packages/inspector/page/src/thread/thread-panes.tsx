import { type ReactNode, useMemo } from "react";

import { attemptKey, type AttemptId } from "../../../src/shared/labels/attempt-key.ts";
import { heldLabels } from "../../../src/shared/labels/consensus.ts";
import type { Label } from "../../../src/shared/labels/label.ts";
import type { ThreadView } from "../../../src/shared/view/thread-view.ts";
import { promiseOf } from "../../../src/shared/words/promise-words.ts";
import { ActingProvider } from "../acting/acting-provider.tsx";
import { ActionsRecord } from "../acting/actions-record.tsx";
import { DeleteThread } from "../acting/delete-form.tsx";
import { StandingEffects } from "../acting/standing-effects.tsx";
import { StepActions } from "../acting/step-actions.tsx";
import { usePageData } from "../data/page-data.ts";
import { Findings } from "../findings/findings.tsx";
import { useFindings } from "../findings/use-findings.ts";
import { useScoresInView } from "../label/scores-in-view.ts";
import { type Loaded, useLoaded } from "../parts/use-loaded.ts";
import { hrefOf } from "../routing/route.ts";
import { goTo } from "../routing/use-route.ts";
import { WatchedAttempt } from "../watch/watched-attempt.tsx";
import { AttemptsPane } from "./attempts-pane.tsx";
import { ChangedFiles } from "./changed-files.tsx";
import { DetailPane } from "./detail-pane.tsx";
import { OutcomeHeader } from "./outcome-header.tsx";
import { PartingWords } from "./parting-words.tsx";
import { RollbackNotice } from "./rollback-notice.tsx";
import { canBeLabelled, routeTo, type Selection } from "./selection.ts";
import { StepOrigins } from "./step-origins.tsx";
import { StepsPane } from "./steps-pane.tsx";
import { useStepValues } from "./use-step-values.ts";
import { useThreadKeys } from "./use-thread-keys.ts";
import { WaitingQuestions } from "./waiting-questions.tsx";

const NONE: readonly Label[] = [];

/** A thread: its attempts, the steps of one, and one of those. */
export function ThreadPanes({
  view,
  selection,
}: {
  readonly view: ThreadView;
  readonly selection: Selection;
}): ReactNode {
  const { attempt, run, step } = selection;
  const data = usePageData();
  // Data that the thread can be seen without come after it.
  const calibration = valueOf(useLoaded("calibration", data.calibration).loaded);
  const id = { thread: view.id, run: run.run, attempt: attempt.attempt };
  const { labels, reload } = useLabelsOf(id);
  const findings = useFindings(id);
  useScoresInView(id, (valueOf(findings)?.findings.length ?? 0) > 0);
  const values = useStepValues(view.id, selection);
  useThreadKeys(view.id, selection, data.addLabel !== undefined && canBeLabelled(attempt));
  const promise = promiseOf(attempt, { calibration });
  const go = (change: Parameters<typeof routeTo>[2]) => goTo(routeTo(view.id, selection, change), "replace");
  const isLatest = run === view.runs.at(-1);
  const isLast = isLatest && attempt === run.attempts.at(-1);
  return (
    <ActingProvider view={view}>
      <OutcomeHeader view={view} selection={selection} promise={promise} />
      <WaitingQuestions thread={view.id} run={run} />
      <PartingWords thread={view.id} selection={selection} />
      <div className="panes">
        <AttemptsPane thread={view.id} selection={selection} isLatest={isLatest} calibration={calibration} />
        <StepsPane
          selection={selection}
          promise={promise}
          labels={labels ?? NONE}
          values={values}
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
            actions={isLast && <StepActions step={step.index} />}
            onLabelled={reload}
            onTab={(tab) => go({ tab })}
            origins={
              <StepOrigins
                key={`${run.run} ${attempt.attempt} ${step.index}`}
                thread={view.id}
                selection={selection}
                values={values}
              />
            }
          />
        )}
      </div>
      <WatchedAttempt
        attempt={attempt}
        selected={step?.index}
        hrefOfStep={(index) => hrefOf(routeTo(view.id, selection, { step: index }))}
      />
      {isLatest && <StandingEffects />}
      <ActionsRecord run={run} />
      <DeleteThread />
      <RollbackNotice attempt={attempt} promise={promise} />
      <Findings
        key={attemptKey(id)}
        loaded={findings}
        linkOf={(index) => hrefOf(routeTo(view.id, selection, { step: index }))}
      />
      <ChangedFiles key={`${run.run} ${attempt.attempt}`} id={id} attempt={attempt} />
    </ActingProvider>
  );
}

/** The labels that hold of an attempt; `undefined` until they are there. */
function useLabelsOf(id: AttemptId): {
  readonly labels: readonly Label[] | undefined;
  readonly reload: () => void;
} {
  const data = usePageData();
  const { loaded, reload } = useLoaded("labels", data.labels);
  const view = valueOf(loaded);
  const key = attemptKey(id);
  const labels = useMemo(
    () =>
      view &&
      [view.labels, view.replays ?? NONE].flatMap((all) =>
        heldLabels(all.filter((label) => attemptKey(label) === key)),
      ),
    [view, key],
  );
  return { labels, reload };
}

function valueOf<Value>(loaded: Loaded<Value>): Value | undefined {
  return loaded.state === "there" ? loaded.value : undefined;
}
