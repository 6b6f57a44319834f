import type { Imported } from "../imported.ts";
import { boundedValue } from "../bounded-value.ts";
import { agentOf } from "./agent-of.ts";
import type { Fields } from "../fields.ts";
import { pairTools } from "./pair-tools.ts";
import type { Span } from "./span.ts";
import { type SpanStep, spanSteps } from "./span-step.ts";
import { spanInstructions, spanTask } from "./span-task.ts";
import { spanTree } from "./span-tree.ts";

/** A run that a tracing backend recorded. */
export interface SpanRun {
  readonly format: string;
  readonly id: string;
  readonly spans: readonly Span[];
  /** Inputs of the whole run, where they stand beside the spans. */
  readonly given?: readonly unknown[];
  readonly fields: Fields;
}

/** A recorded run as a trajectory with its origin. */
export function importedSpans({ fields, format, given = [], id, spans }: SpanRun): Imported {
  const tree = spanTree(spans);
  const steps = pairTools(spanSteps(tree));
  const instructions = spanInstructions(tree, (span) => agentOf(span, tree));
  return {
    trajectory: {
      id,
      task: spanTask(given, tree),
      ...(Object.keys(instructions).length === 0 ? {} : { instructions }),
      steps: steps.map(({ step }, index) => ({ index, ...step })),
    },
    origin: {
      format,
      run: id,
      ...(Object.keys(fields).length === 0 ? {} : { fields: withValues(fields) }),
      steps: steps.map(originOfStep),
    },
  };
}

function originOfStep({ call, span }: SpanStep): Fields {
  return withValues({ id: span?.id, parent: span?.parent, toolCallId: call, ...span?.fields });
}

/** The fields that hold something, none of them nested too deeply. */
export function withValues(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== null && value !== undefined && !isEmpty(value))
      .map(([name, value]) => [name, boundedValue(value)]),
  );
}

function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}
