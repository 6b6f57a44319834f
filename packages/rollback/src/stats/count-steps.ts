import type { AgentStats, CostStats, LatencyStats, MeanCost, VersionStats } from "./agent-stats.ts";
import { shareOf } from "./count-places.ts";
import type { CostFacts, RunFacts } from "./run-facts.ts";

/** @internal Answers of tools, and how many of them were errors or exceptions. */
export function toolErrorsOf(runs: readonly RunFacts[]): AgentStats["toolErrors"] {
  const counts = new Map<string, { calls: number; errors: number }>();
  const note = (tool: string, calls: number, errors: number): void => {
    const known = counts.get(tool) ?? { calls: 0, errors: 0 };
    counts.set(tool, { calls: known.calls + calls, errors: known.errors + errors });
  };
  for (const { failure, steps } of runs) {
    for (const { failedTools, tool } of steps) {
      const others = failedTools.filter((each) => each !== tool);
      if (tool !== undefined) note(tool, 1, failedTools.includes(tool) ? 1 : 0);
      for (const each of others) note(each, 1, 1);
    }
    // A tool whose exception escaped has answered nothing.
    const thrown = failure?.error?.at?.tool;
    if (thrown !== undefined) note(thrown, 1, 1);
  }
  return [...counts]
    .map(([tool, { calls, errors }]) => ({ tool, errors: shareOf(errors, calls) }))
    .toSorted((a, b) => b.errors.count - a.errors.count || (a.tool < b.tool ? -1 : 1));
}

/** @internal Durations by node and by tool. */
export function latenciesOf(runs: readonly RunFacts[]): readonly LatencyStats[] {
  const times = new Map<string, { readonly kind: "node" | "tool"; readonly name: string; ms: number[] }>();
  const note = (kind: "node" | "tool", name: string, ms: number): void => {
    const key = `${kind} ${name}`;
    const known = times.get(key);
    if (known === undefined) times.set(key, { kind, name, ms: [ms] });
    else known.ms.push(ms);
  };
  for (const { steps } of runs)
    for (const { ms, node, tool } of steps) {
      if (ms === undefined) continue;
      note("node", node, ms);
      if (tool !== undefined) note("tool", tool, ms);
    }
  return [...times.values()]
    .map(({ kind, ms, name }) => {
      const sorted = ms.toSorted((a, b) => a - b);
      const at = (share: number): number => sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
      return { kind, name, n: ms.length, p50: at(0.5), p90: at(0.9), p99: at(0.99) };
    })
    .toSorted((a, b) => b.p90 - a.p90 || (a.name < b.name ? -1 : 1));
}

/** @internal Cost of runs and of their rollbacks. */
export function costOf(runs: readonly RunFacts[]): CostStats {
  const rolledBack = runs.filter(({ rollbacks }) => rollbacks > 0);
  return {
    first: meanCost(runs.map(({ first }) => first)),
    redone: meanCost(rolledBack.map(({ redone }) => redone)),
    rollbacks: runs.reduce((sum, run) => sum + run.rollbacks, 0),
    rolledBack: rolledBack.length,
  };
}

function meanCost(costs: readonly CostFacts[]): MeanCost {
  const mean = (values: readonly number[]): number | undefined =>
    values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
  const steps = mean(costs.map((cost) => cost.steps));
  const tokens = mean(costs.flatMap((cost) => cost.tokens ?? []));
  const ms = mean(costs.flatMap((cost) => cost.ms ?? []));
  return {
    ...(steps === undefined ? {} : { steps }),
    ...(tokens === undefined ? {} : { tokens }),
    ...(ms === undefined ? {} : { ms }),
  };
}

/** @internal Judged runs by the models, the verifier and the procedure that they were made with. */
export function versionsOf(judged: readonly RunFacts[]): readonly VersionStats[] {
  const runs = new Map<
    string,
    { kind: VersionStats["kind"]; name: string; of: RunFacts[]; tokens: number }
  >();
  const note = (kind: VersionStats["kind"], name: string | undefined, run: RunFacts, tokens = 0): void => {
    if (name === undefined) return;
    const key = `${kind} ${name}`;
    const known = runs.get(key) ?? { kind, name, of: [], tokens: 0 };
    runs.set(key, known);
    known.tokens += tokens;
    if (known.of.at(-1) !== run) known.of.push(run);
  };
  for (const run of judged) {
    for (const { models } of run.steps)
      for (const { input, model, output } of models) note("model", model, run, input + output);
    note("verifier", run.verifier, run);
    note("procedure", run.failure?.procedure, run);
  }
  return [...runs.values()]
    .map(({ kind, name, of, tokens }) => {
      const times = of.map(({ at }) => at).toSorted();
      const failed = of.filter(({ failure }) => failure !== undefined).length;
      return {
        kind,
        name,
        first: times[0] ?? "",
        last: times.at(-1) ?? "",
        failed: shareOf(failed, of.length),
        ...(kind === "model" ? { tokens } : {}),
      };
    })
    .toSorted((a, b) => (a.last === b.last ? (a.name < b.name ? -1 : 1) : a.last < b.last ? 1 : -1));
}
