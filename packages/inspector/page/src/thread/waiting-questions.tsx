import type { ReactNode } from "react";

import type { RunView } from "../../../src/shared/view/thread-view.ts";
import { questionWords, type QuestionWords } from "../../../src/shared/words/question-words.ts";
import { AnswerButtons } from "../acting/answer-buttons.tsx";
import { type PageData, usePageData } from "../data/page-data.ts";
import { Moment } from "../parts/moment.tsx";
import { shownText } from "../parts/shown-text.ts";
import { TraceText } from "../parts/trace-text.tsx";
import { useLoaded } from "../parts/use-loaded.ts";

/** The questions that a run waits with: what each asks, what an answer decides about, and how to give one. */
export function WaitingQuestions({
  thread,
  run: { waits },
}: {
  readonly thread: string;
  readonly run: RunView;
}): ReactNode {
  const { queue } = usePageData();
  if (waits === undefined) return null;
  return queue === undefined ? (
    <Questions thread={thread} waits={waits} />
  ) : (
    <QueuedQuestions thread={thread} waits={waits} queue={queue} />
  );
}

interface Asked {
  readonly thread: string;
  readonly waits: NonNullable<RunView["waits"]>;
}

/** Only the queue takes the answer to a run of its own. */
function QueuedQuestions({
  queue,
  ...asked
}: Asked & { readonly queue: NonNullable<PageData["queue"]> }): ReactNode {
  const { loaded } = useLoaded(`queue ${asked.thread} ${asked.waits.since}`, queue);
  if (loaded.state === "loading") return <output className="waiting">Reading the queue …</output>;
  const open = loaded.state === "there" ? loaded.value.open : [];
  const queued = open.find(({ status, thread }) => thread === asked.thread && status === "waiting");
  return <Questions {...asked} queued={queued?.run} />;
}

function Questions({
  thread,
  waits: { questions, since },
  queued,
}: Asked & { readonly queued?: string | undefined }): ReactNode {
  return questions.map((question, place) => (
    <Question
      // Two questions may be alike.
      // oxlint-disable-next-line react/no-array-index-key
      key={place}
      words={questionWords(thread, question, queued)}
      since={since}
      buttons={question.rollback && <AnswerButtons rollback={question.rollback} />}
    />
  ));
}

function Question({
  words: { answers, facts, note, question, waits },
  since,
  buttons,
}: {
  readonly words: QuestionWords;
  readonly since: string;
  /** To answer it here. */
  readonly buttons: ReactNode;
}): ReactNode {
  const canAct = usePageData().acts !== undefined;
  return (
    <section className="notice question" aria-label="Waits for an answer">
      <span className="notice-sign" aria-hidden="true">
        ‖
      </span>
      <div>
        <p>
          <strong>{waits}</strong> <TraceText text={question} />{" "}
          <span className="soft">
            Since <Moment iso={since} />.
          </span>
        </p>
        {buttons}
        {facts.length > 0 && (
          <dl className="question-facts">
            {facts.map(({ name, words }) => (
              <div key={name}>
                <dt>{name}:</dt>
                <dd>
                  <TraceText text={words} />
                </dd>
              </div>
            ))}
          </dl>
        )}
        {note !== undefined && (
          <details>
            <summary>What the next attempt would be told</summary>
            <TraceText text={note} />
          </details>
        )}
        <details open={!canAct}>
          <summary>How to answer in code</summary>
          <dl className="answers">
            {answers.map(({ call, name }) => (
              <div key={name}>
                <dt>{name}:</dt>
                <dd>
                  <code>{shownText(call)}</code>
                </dd>
              </div>
            ))}
          </dl>
        </details>
      </div>
    </section>
  );
}
