import { largest } from "@langgraph-rollback/attribution/trajectory";

import { predecessorsIn, reached, roleInLoop, type CausalGraph } from "./graph.ts";
import type { Judgements, StepJudgement } from "./judgements.ts";

/** A step that a deviation was traced to. */
export interface ChiefOrigin {
  /** 0-based. */
  readonly step: number;
  /** Which stage decided it: the step went wrong by itself, began a fruitless loop, or made data wrong. */
  readonly stage: "local" | "planning-control" | "data-flow";
  /** The candidate steps that were traced to it, ascending. */
  readonly explains: readonly number[];
  /** Whether a later step put it right. */
  readonly reversible: boolean;
  /** Probability that the run had succeeded with this step right, as the model says; in [0, 1]. */
  readonly rescue: number;
}

type Causes = (step: number) => readonly number[];

interface Traced {
  readonly candidate: number;
  readonly step: number;
  readonly stage: ChiefOrigin["stage"];
}

/**
 * @internal The four stages. Each candidate is traced to its origin: itself if no earlier step that the graph links to it
 * explains it (local); else, if a loop lies on the way, the step at which planner or executor began it (planning-control);
 * else the earliest step on the way back that made data wrong, or the earliest one that nothing explains (data-flow). Origins that
 * were put right later bear no blame (deviation-aware), unless all were.
 *
 * @param candidates 0-based; if empty, the steps that were judged
 * @returns origins, the one to blame first: irreversible before reversible ones, then by rescue, then by how many candidates
 *          they explain, then the earliest
 */
export function screen(
  graph: CausalGraph,
  candidates: readonly number[],
  judgements: Judgements,
): readonly ChiefOrigin[] {
  const judged = new Map(judgements.steps.map((judgement) => [judgement.step - 1, judgement]));
  const suspects = candidates.length > 0 ? candidates : [...judged.keys()];
  const causesOf = linkedCauses(graph, judgements);
  const traced = suspects.map((candidate) => trace(graph, judged, judgements, causesOf, candidate));
  const steps = [...new Set(traced.map(({ step }) => step))];
  const origins = steps.map((step) => originOf(step, traced, judged));
  return origins.toSorted(
    (one, other) =>
      Number(one.reversible) - Number(other.reversible) ||
      other.rescue - one.rescue ||
      other.explains.length - one.explains.length ||
      one.step - other.step,
  );
}

function trace(
  graph: CausalGraph,
  judged: ReadonlyMap<number, StepJudgement>,
  judgements: Judgements,
  causesOf: Causes,
  candidate: number,
): Traced {
  if (causesOf(candidate).length === 0) return { candidate, step: candidate, stage: "local" };
  const upstream = wayBack(causesOf, candidate);
  const begun = loopOrigin(graph, judgements, [candidate, ...upstream]);
  if (begun !== undefined && begun <= candidate) return { candidate, step: begun, stage: "planning-control" };
  return { candidate, step: dataOrigin(judged, causesOf, upstream), stage: "data-flow" };
}

/** For each judged step the earlier ones that explain it, as far as the graph links them to it. */
function linkedCauses(graph: CausalGraph, { steps }: Judgements): Causes {
  const linked = predecessorsIn(graph);
  const causes = steps.map(({ step, causes: named }): [number, readonly number[]] => {
    const before = named.length === 0 ? new Set<number>() : linked(step - 1);
    return [step - 1, named.map((cause) => cause - 1).filter((cause) => before.has(cause))];
  });
  const found = new Map(causes);
  return (step) => found.get(step) ?? [];
}

/** All steps that explain a step, directly or not, ascending. */
function wayBack(causesOf: Causes, from: number): readonly number[] {
  return [...reached(causesOf, from)].toSorted((one, other) => one - other);
}

/** The step at which planner or executor began the first loop that one of the steps lies in and that did harm. */
function loopOrigin(
  { loops }: CausalGraph,
  judgements: Judgements,
  steps: readonly number[],
): number | undefined {
  for (const [index, loop] of loops.entries()) {
    const verdict = judgements.loops.find((item) => item.loop === index + 1);
    if (verdict === undefined || verdict.responsible === "neither" || verdict.step === null) continue;
    const begun = verdict.step - 1;
    const passed = steps.some((step) => roleInLoop(loop, step) !== undefined);
    if (passed && roleInLoop(loop, begun) !== undefined) return begun;
  }
  return undefined;
}

/** @param upstream ascending, at least one */
function dataOrigin(
  judged: ReadonlyMap<number, StepJudgement>,
  causesOf: Causes,
  upstream: readonly number[],
): number {
  const corrupts = (step: number): boolean =>
    ["invented", "misread", "misused"].includes(judged.get(step)?.data ?? "");
  const unexplained = (step: number): boolean => causesOf(step).length === 0;
  return upstream.find(corrupts) ?? upstream.find(unexplained) ?? upstream[0] ?? 0;
}

/** An origin that was not judged itself is as worth putting right as the worst of what it explains. */
function originOf(
  step: number,
  traced: readonly Traced[],
  judged: ReadonlyMap<number, StepJudgement>,
): ChiefOrigin {
  const own = traced.filter((item) => item.step === step);
  const explains = own.map(({ candidate }) => candidate).toSorted((one, other) => one - other);
  const judgement = judged.get(step);
  const correctedAt = judgement?.correctedAt ?? null;
  const inherited = largest(
    explains.map((candidate) => judged.get(candidate)?.rescue ?? 0),
    0,
  );
  return {
    step,
    stage: own[0]?.stage ?? "local",
    explains,
    reversible: correctedAt !== null && correctedAt - 1 > step,
    rescue: judgement?.rescue ?? inherited,
  };
}
