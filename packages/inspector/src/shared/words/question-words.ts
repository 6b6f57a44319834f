import type { AskedRollbackView, OpenQuestionView } from "../view/waiting-view.ts";
import { counted } from "./counted.ts";
import { scoreFigure } from "./score-figure.ts";

/** A question that waits for an answer, and how to give one. */
export interface QuestionWords {
  /** That it waits. */
  readonly waits: string;
  /** The question. Untrusted. */
  readonly question: string;
  /** Facts that the answer would decide about; none where it is no rollback. Untrusted. */
  readonly facts: readonly { readonly name: string; readonly words: string }[];
  /** The note that the next attempt would get. Untrusted. */
  readonly note: string | undefined;
  readonly answers: readonly AnswerCall[];
}

/** An answer, and the call that gives it. */
export interface AnswerCall {
  readonly name: string;
  /** Code. It quotes ids as JSON. */
  readonly call: string;
}

/** Steps with the highest scores that are named. */
const NAMED = 3;

/**
 * A question that a thread waits with.
 *
 * @param queued id of the run if it is one of a queue of workers, which has to be told
 */
export function questionWords(
  thread: string,
  { asks, id, rollback }: OpenQuestionView,
  queued?: string,
): QuestionWords {
  const calling = (answer: string): string =>
    queued === undefined
      ? `graph.invoke(new Command({ resume: ${id === undefined ? answer : `{ ${JSON.stringify(id)}: ${answer} }`} }), { configurable: { thread_id: ${JSON.stringify(thread)} } })`
      : `queue.answer({ runId: ${JSON.stringify(queued)} }, ${answer})`;
  const answers: readonly (readonly [string, string])[] =
    rollback === undefined
      ? [["Answer", `"…"`]]
      : [
          ["Approve", `{ decision: "approve" }`],
          ["Decline", `{ decision: "decline" }`],
          [
            "Approve with another first step, counted from 0, and another note",
            `{ decision: "approve", step: ${rollback.step}, note: "…" }`,
          ],
        ];
  return {
    waits:
      rollback === undefined
        ? "The agent waits for an answer."
        : `The rollback of attempt ${rollback.attempt} waits for an answer.`,
    question: asks,
    facts: rollback === undefined ? [] : factsOf(rollback),
    note: rollback?.note,
    answers: answers.map(([name, answer]) => ({ name, call: calling(answer) })),
  };
}

function factsOf({ cannotUndo, handedOver, scores, set, spent, step, undo }: AskedRollbackView) {
  const count = scores.length;
  return [
    {
      name: "Would be undone",
      words: count === 0 ? `all steps from step ${step + 1} on` : stepsWords(step, count - 1, count),
    },
    ...(count === 0 ? [] : [{ name: "Highest scores", words: highest(scores) }]),
    { name: "Set", words: set.status === "bounded" ? stepsWords(set.start, set.end, count) : "no bound" },
    ...(undo.length === 0 ? [] : [{ name: "Effects to undo", words: undo.join(", ") }]),
    ...(cannotUndo.length === 0 ? [] : [{ name: "Effects that stay", words: cannotUndo.join(", ") }]),
    ...(undo.length + cannotUndo.length === 0
      ? [{ name: "Effects", words: "none is known outside of the graph" }]
      : []),
    ...(spent === undefined ? [] : [{ name: "Spent so far", words: spentWords(spent) }]),
    ...(handedOver === undefined
      ? []
      : [
          {
            name: "Handed over",
            words: "nothing recovered the run; approving allows one rollback beyond maxRollbacks",
          },
        ]),
  ];
}

function stepsWords(from: number, to: number, count: number): string {
  const steps = from === to ? `step ${from + 1}` : `steps ${from + 1} to ${to + 1}`;
  return `${steps} of ${count}`;
}

function highest(scores: readonly number[]): string {
  if (new Set(scores).size === 1 && scores.length > 1) return "all steps are alike";
  return scores
    .map((score, index) => ({ index, score }))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, NAMED)
    .map(({ index, score }) => `step ${index + 1} (${scoreFigure(score)})`)
    .join(", ");
}

function spentWords({ steps, tokens }: NonNullable<AskedRollbackView["spent"]>): string {
  const models = tokens.map(
    ({ model, input, output }) =>
      `${input.toLocaleString("en")} tokens in and ${output.toLocaleString("en")} out${model === undefined ? "" : ` by ${model}`}`,
  );
  return [counted(steps, "step"), ...models].join(", ");
}
