import type { Attributes, Counter, Histogram, MeterProvider } from "@opentelemetry/api";

import { METRICS, SCOPE } from "./names.ts";
import type { OpenTelemetry } from "./open-telemetry.ts";

type Counted = Exclude<keyof typeof METRICS, "verdictDuration">;

/** The metrics, as a user's provider makes them. */
export interface Meters {
  readonly count: (metric: Counted, by: number, attributes?: Attributes) => void;
  /** A verdict took so many seconds. */
  readonly verdict: (seconds: number, attributes?: Attributes) => void;
}

/** Makes each metric when it is first counted. */
export function metersOf({ metrics, ValueType }: OpenTelemetry, provider: MeterProvider | undefined): Meters {
  const meter = (provider ?? metrics).getMeter(SCOPE);
  const made = new Map<Counted, Counter>();
  let verdicts: Histogram | undefined;
  return {
    count: (metric, by, attributes) => {
      if (by <= 0) return;
      const { name, ...options } = METRICS[metric];
      const counter = made.get(metric) ?? meter.createCounter(name, { ...options, valueType: ValueType.INT });
      made.set(metric, counter);
      counter.add(by, attributes);
    },
    verdict: (seconds, attributes) => {
      const { name, ...options } = METRICS.verdictDuration;
      const { advice, ...rest } = options;
      const boundaries = [...advice.explicitBucketBoundaries];
      verdicts ??= meter.createHistogram(name, { ...rest, advice: { explicitBucketBoundaries: boundaries } });
      verdicts.record(seconds, attributes);
    },
  };
}
