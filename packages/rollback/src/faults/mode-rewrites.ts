import { messagesIn } from "../langgraph/message-text.ts";
import { alterLast, alterLastWrite, isPlain } from "./alter-last.ts";
import { firstHalf, withoutLastFinding, withOtherFigure } from "./altered-text.ts";
import { answeredSteps, earlierOutput, stepsBefore } from "./earlier-output.ts";
import type { FailureModeName } from "./failure-modes.ts";
import type { FaultContext, StepWrites } from "./fault.ts";

type Rewritten = StepWrites | undefined;
type ModeRewrite = (writes: StepWrites, context: FaultContext) => Rewritten | Promise<Rewritten>;

/** @internal Name of a mode that is a function, too. */
export type RewritableMode = Extract<
  FailureModeName,
  | "repeat-step"
  | "reset-conversation"
  | "withhold-information"
  | "ignore-others"
  | "mismatch-reasoning-action"
  | "stop-early"
  | "skip-verification"
  | "verify-wrongly"
>;

/** @internal The modes that need no language model, each as a function on a step's output; `undefined` if it has no room for it. */
export const MODE_REWRITES: Readonly<Record<RewritableMode, ModeRewrite>> = {
  "repeat-step": (writes, context) => earlierOutput(writes, context, stepsBefore(context).toReversed()),
  "reset-conversation": (writes, context) => earlierOutput(writes, context, stepsBefore(context)),
  "withhold-information": (writes) => withheld(writes),
  "ignore-others": (writes, context) => earlierOutput(writes, context, answeredSteps(context).toReversed()),
  "mismatch-reasoning-action": (writes) => alterLastWrite(writes, { value: otherValue, calls: true }),
  "stop-early": (writes) => alterLastWrite(writes, { value: onText(firstHalf) }),
  "skip-verification": (writes) =>
    alterLastWrite(writes, { value: (value) => (value === false ? true : undefined) }),
  "verify-wrongly": (writes) =>
    alterLastWrite(writes, { value: (value) => (typeof value === "boolean" ? !value : undefined) }),
};

const onText = (alter: (text: string) => string | undefined) => (value: unknown) =>
  typeof value === "string" ? alter(value) : undefined;

function otherValue(value: unknown): unknown {
  if (typeof value === "boolean") return !value;
  if (typeof value === "string") return withOtherFigure(value);
  if (typeof value !== "number" || !Number.isFinite(value)) return undefined;
  // Next to a large number, 1 is lost.
  return value + 1 === value ? -value : value + 1;
}

/** The writes without the last value that can be left out: the last item of a list, the last key of an object, or the whole write. */
function withheld(writes: StepWrites): Rewritten {
  for (const [at, [channel, value]] of [...writes.entries()].toReversed()) {
    if (value === undefined || value === null) continue;
    if (typeof value !== "object" && typeof value !== "string") return writes.toSpliced(at, 1);
    const rest = restOf(value);
    if (rest !== undefined) return writes.with(at, [channel, rest]);
  }
  return undefined;
}

function restOf(value: string | object): unknown {
  if (typeof value === "string" || messagesIn(value).length > 0)
    return alterLast(value, { value: onText(withoutLastFinding) });
  if (Array.isArray(value)) return value.length > 0 ? value.slice(0, -1) : undefined;
  if (!isPlain(value) || Object.keys(value).length === 0) return undefined;
  return Object.fromEntries(Object.entries(value).slice(0, -1));
}
