import type { Step } from "@langgraph-rollback/attribution/trajectory";
import { type TelemetryAttributes, telemetryAttributes, telemetryNames } from "langgraph-rollback/inspection";
import type { ReadAttempt } from "../read-run.ts";
import type { Said } from "../said.ts";
import { keyValues, nanos, type OtlpEvent, type OtlpSpan } from "./otlp-json.ts";
import type { SpanAddress } from "./span-ids.ts";

const { EVENT_NAMES, SPAN_NAMES } = telemetryNames;
const { outputMessages, stepAttributes, suspicionAttributes, suspicionOf } = telemetryAttributes;

/** Place of a step's span. */
export interface StepPlace {
  readonly own: SpanAddress;
  readonly parent: SpanAddress;
  /** Ids of its run. */
  readonly of: TelemetryAttributes;
  /** System prompt of the step's agent, if it is told here. */
  readonly instructions: string | undefined;
}

/** The span of a step. */
export function stepSpan(
  step: Step,
  { instructions, of, own, parent }: StepPlace,
  { view }: ReadAttempt,
  said: Said,
): OtlpSpan {
  const { error } = step;
  const start = nanos(step.startedAt ?? step.endedAt);
  const end = step.endedAt === undefined ? start : nanos(step.endedAt);
  const score = scoreOf(step, view.attribution, end);
  const attributes: TelemetryAttributes = {
    ...of,
    ...attributesOf(step),
    ...(said.isWanted ? { "gen_ai.output.messages": said.json(outputMessages(step)) } : {}),
    ...(said.isWanted && instructions !== undefined
      ? { "gen_ai.system_instructions": said.json([{ type: "text", content: instructions }]) }
      : {}),
  };
  return {
    ...own,
    parentSpanId: parent.spanId,
    name: SPAN_NAMES.step(step.origin?.node ?? step.agent),
    kind: 1,
    startTimeUnixNano: start,
    endTimeUnixNano: end,
    attributes: keyValues(attributes),
    events: [
      ...(error === undefined ? [] : [thrown(error, end, said)]),
      ...(score === undefined ? [] : [score]),
    ],
    links: [],
    status:
      error === undefined ? {} : { code: 2, ...(said.isWanted ? { message: said.text(error.message) } : {}) },
  };
}

function attributesOf(step: Step): TelemetryAttributes {
  const { origin, purpose, to } = step;
  return {
    ...stepAttributes(step),
    ...(origin?.after === undefined ? {} : { "langgraph_rollback.step.end_checkpoint_id": origin.after }),
    ...(to === undefined ? {} : { "langgraph_rollback.step.to": to }),
    ...(purpose === undefined ? {} : { "langgraph_rollback.step.purpose": purpose }),
  };
}

/** The exception that escaped, as the conventions write it. Its message is content. */
export function thrown(
  error: { readonly name: string; readonly message: string },
  time: string,
  said: Said,
): OtlpEvent {
  const value = (text: string) => ({ stringValue: text });
  return {
    name: "exception",
    timeUnixNano: time,
    attributes: [
      { key: "exception.type", value: value(error.name) },
      ...(said.isWanted ? [{ key: "exception.message", value: value(said.text(error.message)) }] : []),
    ],
  };
}

/** The score of a step, if its attempt was attributed. */
function scoreOf(
  { index }: Step,
  attribution: ReadAttempt["view"]["attribution"],
  time: string,
): OtlpEvent | undefined {
  const suspicion = suspicionOf({ attribution }, index);
  if (suspicion === undefined) return undefined;
  return {
    name: EVENT_NAMES.evaluation,
    timeUnixNano: time,
    attributes: keyValues(suspicionAttributes(index, suspicion)),
  };
}
