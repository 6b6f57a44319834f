import type { SpanContext } from "@opentelemetry/api";

import type { JudgedTurn } from "../setup/telemetry.ts";
import type { ModelTokens } from "../steps/token-count.ts";
import { addEffect, addVerdict, linkTo, runAttributes, startAttempt, tokensOf } from "./attempt-span.ts";
import type { TelemetryAttributes } from "./attribute-types.ts";
import type { CallTelling } from "./call-spans.ts";
import { EVENT_NAMES, LINKS } from "./names.ts";
import { countEnd, countRetry, failureOf } from "./run-counts.ts";
import { decisionAttributes, suspicionOf, tokenAttributes } from "./span-attributes.ts";
import { tellStep } from "./step-spans.ts";

/** Name of an agent with the middleware: hooks are not told any other. */
const AGENT = "agent";

/** Most turns that are remembered for the link from a retry to the attempt before it. */
const MOST_TURNS = 1000;

/** Tells of the attempts of a middleware, each once it is judged: the middleware is inside of the agent, and opens no span around it. */
export class TurnSpans {
  readonly #telling: CallTelling;
  readonly #last = new Map<string, SpanContext>();

  constructor(telling: CallTelling) {
    this.#telling = telling;
  }

  readonly tell = ({ began, earlier, now, record, steps, threadId }: JudgedTurn): void => {
    const { api, content } = this.#telling;
    const { attempt, run } = record;
    const rewind = earlier.at(-1)?.rewind;
    const own = steps.slice(rewind?.step ?? 0);
    const previous = this.#last.get(run);
    const ids = { threadId, run, attempt };
    const span = startAttempt(this.#telling, AGENT, ids, {
      around: api.context.active(),
      attributes: {
        "langgraph_rollback.steps": own.length,
        ...(rewind === undefined
          ? {}
          : { ...decisionAttributes(rewind), "langgraph_rollback.fork_of": attempt - 1 }),
      },
      began: new Date(earlier.at(-1)?.at ?? began ?? now),
      links: previous === undefined ? [] : [linkTo(previous, LINKS.previousAttempt)],
    });
    const around = api.trace.setSpan(api.context.active(), span);
    for (const step of own)
      tellStep(this.#telling, step, {
        around,
        now,
        of: runAttributes(ids),
        suspicion: suspicionOf(record, step.index),
      });
    const tokens = [...tokensOf(own), ...(record.outcome?.cost?.tokens ?? [])];
    span.setAttributes(tokenAttributes(tokens));
    addVerdict(span, record, { content, now: new Date(now) });
    for (const effect of record.effects ?? []) addEffect(span, effect, new Date(now));
    if (record.rewind !== undefined)
      span.addEvent(EVENT_NAMES.rolledBack, decisionAttributes(record.rewind), new Date(now));
    span.end(new Date(now));
    this.#last.delete(run);
    if (record.decision === "roll-back") this.#remember(run, span.spanContext());
    this.#count(record, own.length, tokens);
  };

  #remember(run: string, context: SpanContext): void {
    this.#last.set(run, context);
    const [oldest] = this.#last.keys();
    if (this.#last.size > MOST_TURNS && oldest !== undefined) this.#last.delete(oldest);
  }

  #count(record: JudgedTurn["record"], steps: number, tokens: readonly ModelTokens[]): void {
    const meters = this.#telling.meters();
    const named: TelemetryAttributes = { "gen_ai.workflow.name": AGENT };
    const decision: TelemetryAttributes = { "langgraph_rollback.decision": record.decision };
    meters.count("attempts", 1, { ...named, ...decision });
    for (const { standing } of record.effects ?? [])
      meters.count("effects", 1, { ...named, "langgraph_rollback.effect.standing": standing });
    if (record.attempt > 1) countRetry(meters, named, steps, tokens);
    if (record.rewind !== undefined) {
      const why: TelemetryAttributes = {
        "langgraph_rollback.policy": record.rewind.policy,
        "langgraph_rollback.failure": failureOf(record),
      };
      meters.count("rollbacks", 1, { ...named, ...why });
      return;
    }
    const accepted = record.attempt === 1 ? "succeeded" : "recovered";
    const given = record.outcome === undefined ? "unjudged" : "gave-up";
    countEnd(meters, named, record, record.decision === "accept" ? accepted : given);
  }
}
