import type { StepError, Trajectory } from "@langgraph-rollback/attribution/trajectory";
import type { Imported } from "../imported.ts";
import { agentSpans, type StepSpan } from "./agent-spans.ts";
import { firstText, textAmong } from "../fields.ts";
import { further, leftOver } from "./left-over.ts";
import { pairedSteps } from "./paired-steps.ts";
import { metadataOf } from "./span-kind.ts";
import { spanError } from "./span-error.ts";
import { spanMessages } from "./span-messages.ts";
import type { Span } from "./span.ts";
import { spanTree } from "./span-tree.ts";
import { heldIn, type Message } from "../spans/message.ts";

/**
 * The run that the spans of a trace tell of.
 *
 * @returns `undefined` if none of them is a step of an agent
 */
export function foreignRun(trace: string, spans: readonly Span[]): Imported | undefined {
  const tree = spanTree(spans);
  const found = agentSpans(tree);
  const steps = pairedSteps(found);
  if (steps.length === 0) return undefined;
  const roots = tree.spans.filter((span) => tree.around(span).length === 0);
  const conversation = conversationOf(tree.spans);
  return {
    trajectory: {
      id: trace,
      task: taskOf(found, roots),
      ...instructionsOf(found),
      steps: steps.map(({ step }, index) => ({ index, ...step })),
    },
    origin: {
      format: "otlp",
      run: trace,
      fields: {
        ...(conversation === undefined ? {} : { conversation }),
        ...errorOf(roots),
        ...evaluationsOf(tree.spans),
        ...further(new Map(roots.flatMap(({ attributes, resource }) => [...resource, ...attributes]))),
      },
      steps: steps.map(({ callId, span }) => ({
        ...(callId === undefined ? {} : { toolCallId: callId }),
        ...(span === undefined ? {} : leftOver(span)),
      })),
    },
  };
}

function conversationOf(spans: readonly Span[]): string | undefined {
  for (const span of spans) {
    const { attributes } = span;
    const told = firstText(
      attributes.get("gen_ai.conversation.id"),
      attributes.get("session.id"),
      metadataOf(span)["thread_id"],
    );
    if (told !== undefined) return told;
  }
  return undefined;
}

/** The last message of a user that the run began with: those before it belong to earlier turns of the conversation. */
function taskOf(found: readonly StepSpan[], roots: readonly Span[]): string {
  for (const span of [...roots, ...found.map((each) => each.span)]) {
    const said = lastUser(spanMessages(span).input);
    if (said !== undefined) return said;
  }
  const given = roots.map(({ attributes }) => attributes.get("input.value") ?? attributes.get("input"));
  return lastUser(given.flatMap((value) => heldIn(value))) ?? textAmong(given) ?? "";
}

const lastUser = (messages: readonly Message[]): string | undefined =>
  messages.findLast(({ role, text }) => role === "user" && text !== "")?.text;

/** The first system prompt of each agent. */
function instructionsOf(found: readonly StepSpan[]): Pick<Trajectory, "instructions"> {
  const told = new Map<string, string>();
  for (const { agent, kind, span } of found) {
    const { system } = kind === "tool" ? { system: [] } : spanMessages(span);
    if (system.length > 0 && !told.has(agent)) told.set(agent, system.join("\n"));
  }
  return told.size === 0 ? {} : { instructions: Object.fromEntries(told) };
}

/** The error that the run itself ended with. It is no verdict, as `OK` is the status of whatever did not throw. */
function errorOf(roots: readonly Span[]): { readonly error?: StepError } {
  const error = roots.flatMap((span) => spanError(span) ?? []).at(0);
  return error === undefined ? {} : { error };
}

/** Evaluations that stand on the spans: scores of others are no verdict about the run. */
function evaluationsOf(spans: readonly Span[]): { readonly evaluations?: readonly unknown[] } {
  const found = spans.flatMap(({ events, spanId }) =>
    events
      .filter(({ name }) => name === "gen_ai.evaluation.result")
      .map(({ attributes }) => ({ spanId, ...Object.fromEntries(attributes) })),
  );
  return found.length === 0 ? {} : { evaluations: found };
}
