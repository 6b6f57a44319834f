import type { ReactNode } from "react";

import type { AttemptId } from "../../../src/shared/labels/attempt-key.ts";
import { EARLIEST_UNRECOVERED, type Label, RIGHT_OR_WRONG } from "../../../src/shared/labels/label.ts";
import type { AttemptView, ThreadView } from "../../../src/shared/view/thread-view.ts";
import { rejection } from "../../../src/shared/words/outcome-words.ts";
import { usePageData } from "../data/page-data.ts";
import { TraceText } from "../parts/trace-text.tsx";
import { useLoaded } from "../parts/use-loaded.ts";
import { Waiting } from "../parts/waiting.tsx";
import { type Asked, hrefOf } from "../routing/route.ts";
import { labelsOfAttempt } from "./labels-of-attempt.ts";
import { StepsToLabel } from "./steps-to-label.tsx";
import { useScoresInView } from "./scores-in-view.ts";
import type { GivenLabels } from "./use-given-labels.ts";
import { conventionWords } from "./verdict-words.ts";

interface AttemptToLabelProps {
  readonly id: AttemptId;
  readonly ask: Asked;
  /** The step under the cursor; default the first, and the last of a run to judge. */
  readonly step: number | undefined;
  readonly choose: (step: number) => void;
  /** Of all attempts. */
  readonly labels: readonly Label[];
  readonly labeller: string | undefined;
  /** Whether the labeller chose to see scores and others' labels. */
  readonly isSeen: boolean;
  readonly reveal: () => void;
  readonly given: GivenLabels;
}

/** One attempt with all that is needed to label it, and nothing that would lead the labeller. */
export function AttemptToLabel(props: AttemptToLabelProps): ReactNode {
  const data = usePageData();
  const { thread } = props.id;
  const { loaded, reload } = useLoaded(thread, () => data.thread(thread));
  return (
    <Waiting loaded={loaded} what="the attempt" reload={reload}>
      {(view) => {
        const found = view === undefined ? undefined : attemptOf(view, props.id);
        if (found === undefined) return <p className="empty">There is no such attempt here.</p>;
        // It failed before its first step, so that no step can be at fault.
        if (found.view.steps.length === 0)
          return <p className="empty">This attempt has no steps, so there is nothing to label.</p>;
        return <FoundAttempt {...props} {...found} />;
      }}
    </Waiting>
  );
}

function attemptOf(
  view: ThreadView,
  { run, attempt }: AttemptId,
): { readonly task: string; readonly view: AttemptView } | undefined {
  const found = view.runs.find(({ run: id }) => id === run);
  const numbered = found?.attempts.find(({ attempt: number }) => number === attempt);
  return found === undefined || numbered === undefined ? undefined : { task: found.task, view: numbered };
}

function FoundAttempt({
  task,
  view,
  ...props
}: AttemptToLabelProps & { readonly task: string; readonly view: AttemptView }): ReactNode {
  const { ask, id, labels, labeller, isSeen } = props;
  const isOfRun = ask === "runs";
  const last = view.steps.length - 1;
  const { convention = EARLIEST_UNRECOVERED } = usePageData();
  const { own, others, isDecided } = labelsOfAttempt(labels, id, labeller);
  // A report takes no labels, so there is nobody to be led.
  const isShown = isSeen || isDecided || props.given.give === undefined;
  useScoresInView(id, isShown && !isOfRun && view.attribution !== undefined);
  const why = isOfRun ? undefined : rejection(view);
  const name = <TraceText text={id.thread} />;
  return (
    <article aria-label={`Attempt ${id.attempt} of ${id.thread}`}>
      <header className="desk-head">
        <h2>
          {isOfRun && !isShown ? name : <a href={hrefOf({ page: "thread", ...id })}>{name}</a>}, attempt{" "}
          {id.attempt}
        </h2>
        <p>
          <span className="soft">Task</span> <TraceText text={task} />
        </p>
        {why !== undefined && (
          <p>
            <span className="soft">Rejected</span> <TraceText text={why} className="rejection" />
          </p>
        )}
        <p className="convention">{conventionWords(isOfRun ? RIGHT_OR_WRONG : convention)}</p>
      </header>
      <StepsToLabel
        ask={ask}
        id={id}
        view={view}
        step={Math.min(props.step ?? (isOfRun ? last : 0), last)}
        choose={props.choose}
        own={own}
        others={others}
        isShown={isShown}
        reveal={props.reveal}
        given={props.given}
      />
    </article>
  );
}
