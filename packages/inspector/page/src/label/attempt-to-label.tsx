import type { ReactNode } from "react";

import { attemptKey, type AttemptId } from "../../../src/shared/labels/attempt-key.ts";
import { EARLIEST_UNRECOVERED, type Label, RIGHT_OR_WRONG } from "../../../src/shared/labels/label.ts";
import type { AttemptToLabel as ReadAttempt } from "../../../src/shared/view/attempt-to-label.ts";
import { usePageData } from "../data/page-data.ts";
import { TraceText } from "../parts/trace-text.tsx";
import { useLoaded } from "../parts/use-loaded.ts";
import { Waiting } from "../parts/waiting.tsx";
import { type LabelQueue, hrefOf } from "../routing/route.ts";
import { labelsOfAttempt, type LabelsOfAttempt } from "./labels-of-attempt.ts";
import { StepsToLabel } from "./steps-to-label.tsx";
import { useScoresInView } from "./scores-in-view.ts";
import type { GivenLabels } from "./use-given-labels.ts";
import { conventionWords } from "./verdict-words.ts";

interface AttemptToLabelProps {
  readonly id: AttemptId;
  readonly ask: LabelQueue;
  /** The step under the cursor; default the first, and the last of a run to judge. */
  readonly step: number | undefined;
  readonly choose: (step: number) => void;
  /** Of all attempts. */
  readonly labels: readonly Label[];
  readonly labeller: string | undefined;
  /** Whether the labeller chose to see others' labels. */
  readonly isSeen: boolean;
  readonly given: GivenLabels;
}

/** One attempt with all that is needed to label it, and nothing that would lead the labeller. */
export function AttemptToLabel(props: AttemptToLabelProps): ReactNode {
  const data = usePageData();
  const { ask, id, labeller } = props;
  const known = labelsOfAttempt(props.labels, id, labeller);
  // The scorer's opinion comes once the attempt is judged, and goes when the label is taken back.
  const { loaded, reload } = useLoaded(`${attemptKey(id)} ${known.isDecided}`, () =>
    data.attemptToLabel(id, ask === "runs"),
  );
  return (
    <Waiting loaded={loaded} what="the attempt" reload={reload}>
      {(view) => {
        if (view === undefined) return <p className="empty">There is no such attempt here.</p>;
        // It failed before its first step, so that no step can be at fault.
        if (view.steps.length === 0)
          return <p className="empty">This attempt has no steps, so there is nothing to label.</p>;
        return <FoundAttempt {...props} {...known} view={view} />;
      }}
    </Waiting>
  );
}

function FoundAttempt({
  view,
  own,
  others,
  isDecided,
  ...props
}: AttemptToLabelProps & LabelsOfAttempt & { readonly view: ReadAttempt }): ReactNode {
  const { ask, id } = props;
  const isOfRun = ask === "runs";
  const last = view.steps.length - 1;
  const { convention = EARLIEST_UNRECOVERED } = usePageData();
  // A report takes no labels, so there is nobody to be led.
  const isJudged = isDecided || props.given.give === undefined;
  useScoresInView(id, view.attribution !== undefined);
  const name = <TraceText text={id.thread} />;
  return (
    <article aria-label={`Attempt ${id.attempt} of ${id.thread}`}>
      <header className="desk-head">
        <h2>
          {isJudged ? <a href={hrefOf({ page: "thread", ...id })}>{name}</a> : name}, attempt {id.attempt}
        </h2>
        <p>
          <span className="soft">Task</span> <TraceText text={view.task} />
        </p>
        {view.rejection !== undefined && (
          <p>
            <span className="soft">Rejected</span> <TraceText text={view.rejection} className="rejection" />
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
        others={isJudged || props.isSeen ? others : undefined}
        isJudged={isJudged}
        given={props.given}
      />
    </article>
  );
}
