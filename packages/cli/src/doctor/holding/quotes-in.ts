import type { Step, StepOrigin, Trajectory } from "@langgraph-rollback/attribution/trajectory";
import type { RecordedAct } from "langgraph-rollback/inspection";

import { distinctiveValues, mentions, textsIn } from "./distinctive-values.ts";

/** A later step that uses what only the result of an act says. */
export interface Quote {
  /** The step, 0-based. */
  readonly step: number;
  /** The value that it uses. Untrusted. */
  readonly value: string;
}

/** Finds the first step that uses an act's result; `undefined` if none does, or the act is not in these steps. */
type FindQuote = (act: RecordedAct) => Quote | undefined;

/**
 * Finds steps behind an act that use its result: whose own output, or arguments of whose calls, have a value that the result has, and that
 * neither the act's arguments nor anything before it had. What tools answer counts for nothing, nor does a result that is only carried on as a
 * message.
 *
 * @param acts all of the thread, with their results; the result of one that is held is its receipt
 */
export function quotesIn({ steps, task }: Trajectory, acts: readonly RecordedAct[]): FindQuote {
  const results = new Set(
    acts.flatMap(({ result }) => (result === undefined ? [] : [asMessage(result.value)])),
  );
  const doneIn = steps.map((step) => acts.filter((act) => isDoneIn(act, step)));
  const says = (step: Step, value: string): boolean =>
    step.kind !== "tool" &&
    step.kind !== "user" &&
    mentions(step.content, value) &&
    mentions(withoutMessages(step.content, results), value);
  const uses = (step: Step, value: string): boolean => {
    const own = doneIn[step.index] ?? [];
    const given = textsIn([argsOf(step), own.map(({ args }) => args)]);
    return given.some((text) => mentions(text, value)) || (says(step, value) && !isResultOf(own, value));
  };
  return (act) => {
    const at = doneIn.findLastIndex((done) => done.includes(act));
    const place = steps[at]?.origin;
    if (act.result === undefined || place === undefined) return undefined;
    const known = [act.name, task, ...textsIn(act.args), ...steps.slice(0, at).flatMap(textsOf)];
    const values = distinctiveValues(act.result.value, known);
    if (values.length === 0) return undefined;
    // Steps beside it have not seen its result.
    const behind = steps.slice(at + 1).filter(({ origin }) => !isBeside(place, origin));
    for (const step of behind) {
      const value = values.find((each) => uses(step, each));
      if (value !== undefined) return { step: step.index, value };
    }
    return undefined;
  };
}

const isBeside = (place: StepOrigin, other: StepOrigin | undefined): boolean =>
  other?.superstep === place.superstep && other.namespace === place.namespace;

const argsOf = ({ toolCalls = [] }: Step): readonly unknown[] => toolCalls.map(({ args }) => args);

const isDoneIn = ({ tasks }: RecordedAct, { origin }: Step): boolean =>
  origin !== undefined && tasks.includes(origin.taskId);

const isResultOf = (acts: readonly RecordedAct[], value: string): boolean =>
  acts.some(({ result }) => textsIn(result?.value).some((text) => mentions(text, value)));

const textsOf = (step: Step): readonly string[] => [step.content, ...textsIn(argsOf(step))];

/** A result as the message that tells it has it. */
const asMessage = (value: unknown): string =>
  (typeof value === "string" ? value : JSON.stringify(value)) ?? "";

/** A text without the messages that it only repeats: each stands on lines of its own. */
function withoutMessages(text: string, messages: ReadonlySet<string>): string {
  const apart = (lines: string): string => `\n${lines.replaceAll("\n", "\n\n")}\n`;
  const rest = [...messages]
    .filter((message) => message !== "")
    .reduce((left, message) => left.replaceAll(apart(message), ""), apart(text));
  return rest.replaceAll("\n\n", "\n");
}
