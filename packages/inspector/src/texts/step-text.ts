import type { ValueLink } from "@langgraph-rollback/attribution/trajectory";

import type { JsonValue } from "../shared/view/json-value.ts";
import type { MessageView, StepDetail } from "../shared/view/step-detail.ts";
import type { AttemptView, StepView } from "../shared/view/thread-view.ts";
import { explanationWords, recordedExplanation } from "../shared/words/explanation-words.ts";
import { originInWords, placesInWords } from "../shared/words/origin-words.ts";
import { printable } from "../shared/words/printable.ts";
import { scoreFigure } from "../shared/words/score-figure.ts";
import { wrapped } from "../shared/words/wrapped.ts";

/**
 * All that is known of a step, for a terminal: output, tool calls, why it is suspected, what it was given, the state around it. All text of the trace is
 * inert in it.
 *
 * @param links values of the step that stand elsewhere before it
 * @param width columns that no line goes beyond
 */
export function stepText(
  attempt: AttemptView,
  step: StepView,
  detail: StepDetail | undefined,
  links: readonly ValueLink[],
  width: number,
): string {
  const part = (title: string, text: string): readonly string[] =>
    text.trim() === "" ? [] : ["", title, ...wrapped(text, width, "  ")];
  const { error, toolCalls = [], seen = [], unseen = 0, omitted = [] }: Partial<StepDetail> = detail ?? {};
  const threw = error === undefined ? (step.error ?? "") : `${error.name}: ${error.message}`;
  const given = [
    ...seen.map(messageText),
    ...(unseen === 0 ? [] : [`(${unseen} older messages are left out)`]),
  ];
  return [
    ...wrapped(headOf(attempt, step), width),
    ...part("Threw:", threw),
    ...part("Output:", detail?.content ?? step.summary),
    ...part("Tool calls:", toolCalls.map(({ args, name }) => `${name} ${JSON.stringify(args)}`).join("\n")),
    ...part("Values that stand in earlier steps:", valuesText(links)),
    ...part("Why it is suspected:", whyText(attempt, step.index, detail)),
    ...part("It was given:", given.join("\n")),
    ...part("Its input:", jsonText(detail?.input)),
    ...part("State before:", jsonText(detail?.before)),
    ...part("State after:", jsonText(detail?.after)),
    ...part("Left out:", omitted.join("\n")),
  ].join("\n");
}

function headOf({ attempt, attribution }: AttemptView, step: StepView): string {
  const { agent, index, kind, ms, node, startedAt, tokens } = step;
  const score = attribution?.scores[index];
  const facts = [
    node === undefined || node === agent ? agent : `${node}: ${agent}`,
    ...(kind === undefined ? [] : [kind]),
    ...(score === undefined ? [] : [`score ${scoreFigure(score)}`]),
    ...(attribution?.status === "bounded" && attribution.set.steps.includes(index) ? ["in the set"] : []),
    ...(startedAt === undefined ? [] : [startedAt]),
    ...(ms === undefined ? [] : [`${ms} ms`]),
    ...(tokens === undefined ? [] : [`${tokens.input} tokens in, ${tokens.output} out`]),
  ];
  return `Step ${index + 1} of attempt ${attempt}: ${facts.join(", ")}`;
}

function messageText({ name, role, text, toolCalls }: MessageView): string {
  const calls = toolCalls.map((call) => ` → ${call.name} ${JSON.stringify(call.args)}`).join("");
  return `${role}${name === undefined ? "" : ` ${name}`}: ${text}${calls}`;
}

function whyText({ attribution }: AttemptView, index: number, detail: StepDetail | undefined): string {
  const explanation = recordedExplanation(attribution, index) ?? detail?.why;
  if (explanation === undefined) return "";
  const { parts, sum } = explanationWords(explanation);
  return [
    ...(sum === undefined ? [] : [sum]),
    ...parts.map(
      ({ reason, says, share = "" }) => `${share} ${says}${reason === undefined ? "" : ` ${reason}`}`,
    ),
  ].join("\n");
}

function valuesText(links: readonly ValueLink[]): string {
  const more = links.length - MOST_LINKS;
  const lines = links
    .slice(0, MOST_LINKS)
    .map(
      (link) =>
        `${printable(link.text)} (${placesInWords(link.places)}) stands first in ${originInWords(link)}`,
    );
  return [...lines, ...(more > 0 ? [`… ${more} more`] : [])].join("\n");
}

/** More values than anybody goes through. */
const MOST_LINKS = 40;

const jsonText = (value: JsonValue | undefined): string =>
  value === undefined ? "" : JSON.stringify(value, undefined, 2);
