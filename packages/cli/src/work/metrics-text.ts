/** Figures under one name, for Prometheus. */
export interface Metric {
  /** Without the prefix. A counter's ends with "_total". */
  readonly name: string;
  readonly kind: "counter" | "gauge";
  readonly help: string;
  readonly values: readonly MetricValue[];
}

/** One figure, and what it is of. */
export interface MetricValue {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Media type of {@link metricsText}. */
export const METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

const PREFIX = "langgraph_rollback_";

/**
 * Figures in Prometheus' text format.
 *
 * @see https://prometheus.io/docs/instrumenting/exposition_formats/
 */
export const metricsText = (metrics: readonly Metric[]): string =>
  metrics
    .flatMap(({ help, kind, name, values }) => [
      `# HELP ${PREFIX}${name} ${escaped(help)}`,
      `# TYPE ${PREFIX}${name} ${kind}`,
      ...values.map(({ labels = {}, value }) => `${PREFIX}${name}${labelsText(labels)} ${value}`),
    ])
    .map((line) => `${line}\n`)
    .join("");

function labelsText(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(
    ([name, value]) => `${name}="${escaped(value).replaceAll('"', '\\"')}"`,
  );
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

const escaped = (text: string): string => text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n");
