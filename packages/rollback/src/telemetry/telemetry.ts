import type { MeterProvider, TracerProvider } from "@opentelemetry/api";
import type { Redact } from "@langgraph-rollback/attribution";

import type { Telemetry } from "../setup/telemetry.ts";
import { CallSpans } from "./call-spans.ts";
import { contentFor } from "./content.ts";
import { metersOf, type Meters } from "./metrics.ts";
import { CONVENTIONS, SCOPE } from "./names.ts";
import { openTelemetry } from "./open-telemetry.ts";
import { traceparentOf } from "./trace-context.ts";
import { TurnSpans } from "./turn-spans.ts";

/** Tells those who read the spans of which version their names are. */
const SCHEMA = `https://opentelemetry.io/schemas/${CONVENTIONS}`;

/** Options of `telemetry`. */
export interface TelemetryOptions {
  /** Makes the spans. Default: the global provider. */
  readonly tracerProvider?: TracerProvider;
  /** Makes the metrics. Default: the global provider. */
  readonly meterProvider?: MeterProvider;
  /** Takes out of each text what must not leave, as in prompts and records. Default: texts are told as they are, where they are told at all. */
  readonly redact?: Redact;
}

/**
 * OpenTelemetry for runs with rollback: the option `telemetry` of `withRollback`, `rollbackGraph`, `rollbackMiddleware` and `rollbackQueue`.
 *
 * Each call is a span, with a span for each attempt in it and one for each step in that. Texts of people, models and tools are told only if the environment's
 * OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT says so, as it is now. Whatever fails here changes no result: the process is warned of it once.
 *
 * @throws {TelemetryMissingError} if `@opentelemetry/api` is not installed
 *
 * @example
 * const guarded = withRollback(agent, { verify, telemetry: telemetry() });
 */
export function telemetry(options: TelemetryOptions = {}): Telemetry {
  const api = openTelemetry();
  const { meterProvider, redact, tracerProvider } = options;
  const asked = globalThis.process?.env["OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT"];
  // Made at the first call: unlike a tracer, a meter that is made before its provider stays without one.
  let meters: Meters | undefined;
  const telling = {
    api,
    tracer: (tracerProvider ?? api.trace).getTracer(SCOPE, undefined, { schemaUrl: SCHEMA }),
    meters: () => (meters ??= metersOf(api, meterProvider)),
    content: contentFor(asked, redact),
  };
  return {
    call: (call) => new CallSpans(telling, call),
    turn: new TurnSpans(telling).tell,
    active: () => {
      const context = api.trace.getSpanContext(api.context.active());
      return context !== undefined && api.isSpanContextValid(context) ? traceparentOf(context) : undefined;
    },
  };
}
