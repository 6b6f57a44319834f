import type { Step, StepOrigin } from "@langgraph-rollback/attribution/trajectory";

import type { StepAddress, StepDetail } from "../shared/view/step-detail.ts";
import { type Bounded, newBounded } from "./bounded.ts";
import { messageViewsIn } from "./message-view.ts";
import { seenMessages } from "./seen-messages.ts";

/** Characters of each part of a detail: about 290,000 in all. */
const LIMITS = {
  content: 32_000,
  calls: 16_000,
  messages: 64_000,
  seen: 32_000,
  state: 48_000,
  input: 16_000,
  writes: 32_000,
};
/** Characters of an id, and of a namespace, which holds one for each graph around. */
const ID = 200;
const NAMESPACE = 4000;
/** Channels whose writes are shown. */
const CHANNELS = 200;

/** Facts that a checkpointer has about a step beside the step itself. All of it untrusted. */
export interface StepSurroundings {
  readonly before?: unknown;
  readonly after?: unknown;
  /** Input of the step, where it is not the state. */
  readonly input?: unknown;
  readonly tokens?: StepDetail["tokens"];
  readonly writes?: readonly (readonly [channel: string, value: unknown])[];
}

/** All that is known about a step, as plain JSON within bounds. */
export function stepDetailOf(address: StepAddress, step: Step, around: StepSurroundings): StepDetail {
  const { text, json, calls, messages, omitted } = newBounded();
  const { content, toolCalls = [], error, origin } = step;
  const writes = (around.writes ?? []).slice(0, CHANNELS);
  const given = around.input ?? around.before;
  const detail = {
    address,
    content: text("Content", content, LIMITS.content),
    toolCalls: calls(toolCalls, LIMITS.calls),
    ...(error === undefined
      ? {}
      : { error: { name: text("Error", error.name, 200), message: text("Error", error.message, 8000) } }),
    messages: messages(
      writes.flatMap(([, value]) => messageViewsIn(value)),
      LIMITS.messages,
    ),
    ...(given === undefined ? {} : seenMessages(given, LIMITS.seen)),
    before: around.before === undefined ? undefined : json("State before", around.before, LIMITS.state),
    after: around.after === undefined ? undefined : json("State after", around.after, LIMITS.state),
    input: around.input === undefined ? undefined : json("Input", around.input, LIMITS.input),
    writes: writes.map(([channel, value]) => ({
      channel: text("Channel", channel, 200),
      value: json(`Write to ${channel.slice(0, 60)}`, value, Math.ceil(LIMITS.writes / writes.length)),
    })),
    origin: origin && boundedOrigin(origin, text),
    tokens: around.tokens,
  };
  return { ...detail, omitted: omitted() };
}

function boundedOrigin(origin: StepOrigin, text: Bounded["text"]): StepOrigin {
  const { after, before, namespace, node, superstep, taskId } = origin;
  return {
    node: text("Node", node, ID),
    taskId: text("Task", taskId, ID),
    superstep,
    namespace: text("Namespace", namespace, NAMESPACE),
    before: text("Checkpoint before", before, ID),
    ...(after === undefined ? {} : { after: text("Checkpoint after", after, ID) }),
  };
}
