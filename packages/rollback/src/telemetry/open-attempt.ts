import type { Context, Span, SpanContext } from "@opentelemetry/api";

import type { AttemptRecord } from "../history/attempt-record.ts";
import type { AttemptIds } from "../setup/telemetry.ts";
import type { RecordedStep } from "../steps/recorded-trajectory.ts";
import type { ModelTokens } from "../steps/token-count.ts";
import { runAttributes, tokensOf } from "./attempt-span.ts";
import type { TelemetryAttributes } from "./attribute-types.ts";
import { ownSteps } from "./own-steps.ts";
import { storedAddress, storedSteps } from "./stored-steps.ts";
import { suspicionOf, tokenAttributes } from "./span-attributes.ts";
import { addSuspicion, tellStep, type StepTelling } from "./step-spans.ts";
import type { Trace } from "./trace-store.ts";

/** The beginning of an attempt in a call. */
interface Begun {
  readonly ids: AttemptIds;
  readonly span: Span;
  /** The span, in a context. */
  readonly around: Context;
  /** Milliseconds since the epoch. */
  readonly began: number;
  /** Index of the first step that it ran itself. */
  readonly start: number;
  /** Its parts in earlier calls. */
  readonly before: readonly Trace[];
  readonly trace: Trace;
}

/** Steps that were told at once. */
interface ToldSteps {
  readonly count: number;
  readonly tokens: readonly ModelTokens[];
}

/** An attempt whose span is open, with what was told of it. */
export class OpenAttempt {
  readonly ids: AttemptIds;
  readonly span: Span;
  readonly around: Context;
  /** Its record, once it is decided. */
  record: AttemptRecord | undefined;
  readonly #begun: Begun;
  /** Spans of the steps that this call has told, by the ids of their tasks. */
  readonly #told = new Map<string, SpanContext>();
  #steps: Trace["steps"];
  #tokens: readonly ModelTokens[] = [];

  constructor(begun: Begun) {
    this.#begun = begun;
    this.ids = begun.ids;
    this.span = begun.span;
    this.around = begun.around;
  }

  get isRetry(): boolean {
    return this.ids.attempt > 1;
  }

  /** Its part in the call, with its steps once it is decided. */
  decided(): Trace {
    return { ...this.#begun.trace, ...(this.#steps === undefined ? {} : { steps: this.#steps }) };
  }

  /** The same, with the tasks whose steps were told: a later call may take it further. */
  told(): Trace {
    const span = this.span.spanContext();
    return {
      ...this.decided(),
      told: [...this.#told].map(([task, step]) => [task, storedAddress(step, span)]),
    };
  }

  /**
   * Tells of its steps that no call has told yet.
   *
   * @param base context of the call, without its span
   * @param now  milliseconds since the epoch
   */
  tellSteps(
    telling: StepTelling,
    steps: readonly RecordedStep[],
    {
      base,
      now,
      record,
    }: { readonly base: Context; readonly now: number; readonly record: AttemptRecord | undefined },
  ): ToldSteps {
    const { around, before, began, ids, start } = this.#begun;
    const own = ownSteps(steps, { start, before, began, told: this.#told.keys() });
    const of = runAttributes(ids);
    for (const { parent, step } of own) {
      const suspicion = record && suspicionOf(record, step.index);
      const outer = parent === undefined ? around : telling.api.trace.setSpanContext(base, parent);
      this.#told.set(step.origin.taskId, tellStep(telling, step, { around: outer, now, of, suspicion }));
    }
    if (record !== undefined)
      this.#steps = storedSteps(steps, {
        attempt: this.span.spanContext(),
        before,
        first: start,
        told: this.#told,
      });
    const tokens = tokensOf(own.map(({ step }) => step));
    this.#tokens = [...this.#tokens, ...tokens];
    this.span.setAttributes({ "langgraph_rollback.steps": this.#told.size } satisfies TelemetryAttributes);
    this.#tellSuspicions(new Set(own.map(({ step }) => step.index)), record, new Date(now));
    return { count: own.length, tokens };
  }

  /** Tells of the tokens of its steps, and of more. */
  tellTokens(more: readonly ModelTokens[]): void {
    this.#tokens = [...this.#tokens, ...more];
    this.span.setAttributes(tokenAttributes(this.#tokens));
  }

  /** Puts the scores of suspected steps that others ran onto the attempt. */
  #tellSuspicions(own: ReadonlySet<number>, record: AttemptRecord | undefined, now: Date): void {
    for (const index of record?.attribution?.set.steps ?? []) {
      const suspicion = record && suspicionOf(record, index);
      if (!own.has(index) && suspicion !== undefined) addSuspicion(this.span, index, suspicion, now);
    }
  }
}
