import type { Context, Span, SpanContext } from "@opentelemetry/api";

import type {
  AttemptIds,
  BegunCall,
  CallTelemetry,
  JudgedFacts,
  OpenedFacts,
  RestingFacts,
} from "../setup/telemetry.ts";
import type { RollbackEvent } from "../setup/rollback-event.ts";
import type { AttemptRecord } from "../history/attempt-record.ts";
import type { TelemetryAttributes } from "./attribute-types.ts";
import { addEffect, addVerdict, linkTo, startAttempt } from "./attempt-span.ts";
import { attemptLinks, type LastAttempt } from "./attempt-links.ts";
import { toldText } from "./content.ts";
import type { Meters } from "./metrics.ts";
import { EVENT_NAMES, LINKS, OPERATIONS, SPAN_NAMES } from "./names.ts";
import { OpenAttempt } from "./open-attempt.ts";
import { countEnd, countRetry, failureOf } from "./run-counts.ts";
import { decisionAttributes, problemAttributes, rewindAttributes } from "./span-attributes.ts";
import type { StepTelling } from "./step-spans.ts";
import { toldSteps } from "./stored-steps.ts";
import { spanContextIn, traceparentOf } from "./trace-context.ts";
import { appendTrace, readTraces, type Trace } from "./trace-store.ts";

/** The means to tell of calls. */
export interface CallTelling extends StepTelling {
  readonly meters: () => Meters;
}

/** Most earlier calls that a call is linked to: SDKs keep 128 links a span. */
const MOST_LINKS = 32;

/** A rollback that was made, and the span of the step that it went back to. */
interface Rewound {
  readonly rewind: AttemptRecord["rewind"];
  readonly step: SpanContext | undefined;
}

/** Tells of one call of a graph with rollback: a span for it, one for each attempt in it, and one for each step in that. */
export class CallSpans implements CallTelemetry {
  readonly #telling: CallTelling;
  readonly #call: BegunCall;
  readonly #base: Context;
  readonly #span: Span;
  readonly #around: Context;
  readonly #meters: Meters;
  /** Spans of the run's steps by their indexes: of each index the one that ran last. */
  readonly #steps = new Map<number, SpanContext>();
  #open: OpenAttempt | undefined;
  #earlier: Promise<readonly Trace[]> | undefined;
  #last: LastAttempt | undefined;
  #rewound: Rewound | undefined;
  #status: string | undefined;

  constructor(telling: CallTelling, call: BegunCall) {
    const { api, tracer } = telling;
    this.#telling = telling;
    this.#call = call;
    const parent = spanContextIn(call.parent);
    const active = api.context.active();
    this.#base = parent === undefined ? active : api.trace.setSpanContext(active, parent);
    const attributes: TelemetryAttributes = {
      "gen_ai.operation.name": OPERATIONS.call,
      "gen_ai.workflow.name": call.graph,
    };
    this.#span = tracer.startSpan(
      SPAN_NAMES.call(call.graph),
      { attributes, startTime: this.#now() },
      this.#base,
    );
    this.#around = api.trace.setSpan(this.#base, this.#span);
    this.#meters = telling.meters();
  }

  readonly within = <T>(work: () => T): T => {
    let hasRun = false;
    const once = (): T => {
      hasRun = true;
      return work();
    };
    try {
      return this.#telling.api.context.with(this.#open?.around ?? this.#around, once);
    } catch (error) {
      if (hasRun) throw error;
      return work();
    }
  };

  readonly opened = async (facts: OpenedFacts): Promise<void> => {
    const { attempt, run, threadId } = facts;
    if (this.#open?.ids.run === run && this.#open.ids.attempt === attempt) return;
    this.#close();
    if (this.#last === undefined) this.#span.setAttributes(ownRun(facts));
    const earlier = await this.#traces(facts);
    const rewound = attempt === 1 ? undefined : await this.#rewoundBefore(facts);
    const began = this.#call.clock();
    const span = startAttempt(this.#telling, this.#call.graph, facts, {
      around: this.#around,
      attributes: rewound?.rewind === undefined ? {} : rewindAttributes(attempt - 1, rewound.rewind),
      began: new Date(began),
      links: attemptLinks(attempt, earlier, { last: this.#last, step: rewound?.step }),
    });
    const trace: Trace = {
      version: 1,
      run,
      attempt,
      at: new Date(began).toISOString(),
      call: traceparentOf(this.#span.spanContext()),
      span: traceparentOf(span.spanContext()),
    };
    this.#open = new OpenAttempt({
      ids: { threadId, run, attempt },
      span,
      around: this.#telling.api.trace.setSpan(this.#base, span),
      began,
      start: rewound?.rewind?.step ?? 0,
      before: earlier.filter((each) => each.attempt === attempt),
      trace,
    });
    await this.#store(trace);
  };

  readonly event = (event: RollbackEvent): void => {
    if (event.type === "rollback:problem") this.#tellProblem(event.problem);
    if (event.type === "rollback:rolled-back") this.#tellRollback(event.record);
    if (event.type === "rollback:ended") this.#tellEnd(event.record, event.status);
  };

  readonly verdict: CallTelemetry["verdict"] = (took, outcome) => {
    const label: TelemetryAttributes =
      outcome === undefined ? {} : { "gen_ai.evaluation.score.label": outcome.ok ? "pass" : "fail" };
    this.#meters.verdict(Math.max(0, took) / 1000, { ...this.#named(), ...label });
  };

  readonly judged = async (facts: JudgedFacts): Promise<void> => {
    const { record } = facts;
    await this.opened(facts);
    const open = this.#open;
    if (open === undefined) return;
    open.record = record;
    this.#meters.count("attempts", 1, {
      ...this.#named(),
      ...({ "langgraph_rollback.decision": record.decision } satisfies TelemetryAttributes),
    });
    await this.#tellSteps(open, facts, record);
    open.tellTokens(record.outcome?.cost?.tokens ?? []);
    addVerdict(open.span, record, { content: this.#telling.content, now: this.#now() });
    for (const effect of await facts.effects()) this.#tellEffect(effect);
    await this.#store(open.decided());
  };

  readonly paused = async (facts: RestingFacts): Promise<void> => {
    await this.opened(facts);
    const open = this.#open;
    if (open === undefined) return;
    this.#status = "interrupted";
    await this.#tellSteps(open, facts, undefined);
    open.tellTokens([]);
    open.span.addEvent(EVENT_NAMES.paused, {}, this.#now());
  };

  readonly ended: CallTelemetry["ended"] = async (thrown) => {
    const open = this.#open;
    try {
      // A question about a rollback waits for another call, which carries it out.
      if (open?.record?.decision === "roll-back") this.#status ??= "interrupted";
      if (open !== undefined) await this.#store(open.told());
    } finally {
      const failed: TelemetryAttributes = thrown === undefined ? {} : { "error.type": nameOf(thrown.error) };
      if (open !== undefined && thrown !== undefined && open.record === undefined) {
        open.span.setAttributes(failed);
        open.span.setStatus({ code: this.#telling.api.SpanStatusCode.ERROR });
      }
      this.#close();
      const status: TelemetryAttributes =
        this.#status === undefined ? {} : { "langgraph_rollback.status": this.#status };
      this.#span.setAttributes({ ...status, ...failed });
      if (thrown !== undefined) this.#span.setStatus({ code: this.#telling.api.SpanStatusCode.ERROR });
      this.#span.end(this.#now());
    }
  };

  #now(): Date {
    return new Date(this.#call.clock());
  }

  #named(): TelemetryAttributes {
    return { "gen_ai.workflow.name": this.#call.graph };
  }

  /** The parts of the run in earlier calls. The call is linked to them, once. */
  #traces({ isResumed, run, threadId }: OpenedFacts): Promise<readonly Trace[]> {
    if (this.#earlier !== undefined) return this.#earlier;
    const isNew = !isResumed || !this.#span.isRecording();
    const read = isNew ? Promise.resolve([]) : readTraces(this.#call.saver, threadId, run);
    this.#earlier = read;
    return read.then((traces) => {
      const calls = [...new Set(traces.map(({ call }) => call))].slice(-MOST_LINKS);
      for (const context of calls.flatMap((call) => spanContextIn(call) ?? []))
        this.#span.addLink(linkTo(context, LINKS.previousCall));
      this.#know(traces);
      return traces;
    });
  }

  #know(parts: readonly Trace[]): void {
    for (const [index, step] of parts.flatMap(toldSteps)) this.#steps.set(index, step);
  }

  async #rewoundBefore({ before }: OpenedFacts): Promise<Rewound> {
    return this.#rewound ?? this.#backTo((await before())?.rewind);
  }

  #backTo(rewind: AttemptRecord["rewind"]): Rewound {
    return { rewind, step: rewind === undefined ? undefined : this.#steps.get(rewind.step) };
  }

  async #tellSteps(open: OpenAttempt, facts: RestingFacts, record: AttemptRecord | undefined): Promise<void> {
    if (!open.isRetry && !open.span.isRecording()) return;
    const [base, now] = [this.#base, this.#call.clock()];
    const { count, tokens } = open.tellSteps(this.#telling, await facts.steps(), { base, now, record });
    this.#know([open.decided()]);
    if (open.isRetry) countRetry(this.#meters, this.#named(), count, tokens);
  }

  #tellEffect(effect: Parameters<typeof addEffect>[1]): void {
    addEffect(this.#open?.span ?? this.#span, effect, this.#now());
    const standing: TelemetryAttributes = { "langgraph_rollback.effect.standing": effect.standing };
    this.#meters.count("effects", 1, { ...this.#named(), ...standing });
  }

  #tellProblem({ code, message }: NonNullable<AttemptRecord["problem"]>): void {
    const { content } = this.#telling;
    const attributes = problemAttributes(code, content.onEvents ? toldText(content, message) : undefined);
    (this.#open?.span ?? this.#span).addEvent(EVENT_NAMES.problem, attributes, this.#now());
  }

  #tellRollback(record: AttemptRecord): void {
    const { rewind } = record;
    for (const effect of record.effects ?? []) this.#tellEffect(effect);
    const decision = rewind === undefined ? {} : decisionAttributes(rewind);
    (this.#open?.span ?? this.#span).addEvent(EVENT_NAMES.rolledBack, decision, this.#now());
    const why: TelemetryAttributes = {
      ...(rewind === undefined ? {} : { "langgraph_rollback.policy": rewind.policy }),
      "langgraph_rollback.failure": failureOf(record),
    };
    this.#meters.count("rollbacks", 1, { ...this.#named(), ...why });
    // The steps of an attempt of an earlier call are stored.
    if (this.#open !== undefined) this.#rewound = this.#backTo(rewind);
    this.#close();
  }

  #tellEnd(record: AttemptRecord, status: string): void {
    for (const effect of record.effects ?? []) this.#tellEffect(effect);
    this.#status = status;
    countEnd(this.#meters, this.#named(), record, status);
    this.#close();
  }

  #close(): void {
    const open = this.#open;
    if (open === undefined) return;
    this.#open = undefined;
    this.#last = { attempt: open.ids.attempt, context: open.span.spanContext() };
    const { early, error } = open.record?.outcome ?? {};
    if (error !== undefined && early === undefined)
      open.span.setStatus({ code: this.#telling.api.SpanStatusCode.ERROR });
    open.span.end(this.#now());
  }

  async #store(trace: Trace): Promise<void> {
    const { saver } = this.#call;
    if (this.#span.isRecording() && this.#open !== undefined)
      await appendTrace(saver, this.#open.ids.threadId, trace);
  }
}

function ownRun({ run, threadId }: AttemptIds): TelemetryAttributes {
  return { "gen_ai.conversation.id": threadId, "langgraph_rollback.run": run };
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}
