import { roundSteps, trajectoryTokens } from "@langgraph-rollback/attributors/evaluation";
import { blamedAgent, type Judged, rightAgent, rightStep } from "./finding-metrics.ts";

/** Figures of trajectories of some size. */
export interface RangeFigures {
  /** Both ends are included. */
  readonly from: number;
  readonly to: number;
  readonly n: number;
  /** Shares named right. */
  readonly agent: number;
  readonly step: number;
}

/** Frequencies of a step as the decisive one, and as the blamed one. */
export interface StepCount {
  /** 0-based. */
  readonly step: number;
  readonly toBlame: number;
  readonly blamed: number;
}

/** Figures of a round of a method that proposes and checks in rounds. */
export interface RoundFigures {
  /** From 1. */
  readonly round: number;
  /** Trajectories that it was played on. */
  readonly n: number;
  /** Share of all trajectories on which it proposes another step than the round before; absent for the first. */
  readonly changed?: number;
  /** Share of all trajectories whose decisive step is named right if no later round is played. */
  readonly step: number;
  /** Of the trajectories that it was played on: steps that decide, and that it proposes. */
  readonly steps: readonly StepCount[];
}

/** Conditions in which a method is right, and ways in which it is wrong. Counts are of one run's trajectories. */
export interface FindingBreakdown {
  /** By the number of steps, in doubling ranges, short ones first; ranges without a trajectory are left out. */
  readonly byLength: readonly RangeFigures[];
  /** By the number of tokens, in quarters of the trajectories, short ones first; trajectories of as many tokens share a quarter. */
  readonly byTokens: readonly RangeFigures[];
  /** How many steps the named step lies after the decisive one (negative: before), ascending; trajectories without a named step are left out. */
  readonly distances: readonly { readonly distance: number; readonly n: number }[];
  /** Agents that are to blame or were blamed, those most often to blame first. */
  readonly agents: readonly {
    readonly agent: string;
    /** Trajectories in which this agent is to blame. */
    readonly toBlame: number;
    /** Trajectories in which the method blames it. */
    readonly blamed: number;
    /** Trajectories in which both hold. */
    readonly right: number;
  }[];
  /** Steps that decide or were blamed, those that decide most often first. */
  readonly steps: readonly StepCount[];
  /** By round; absent for methods without rounds. */
  readonly rounds?: readonly RoundFigures[];
}

/**
 * Figures by length of the trajectory, by distance, by agent, by step and by round.
 *
 * @see arXiv:2505.00212, figures 4 to 6; arXiv:2509.06822, tables 7 and 12, figures 2 to 4
 */
export function findingBreakdown(judged: readonly Judged[]): FindingBreakdown {
  const ranges = grouped(judged, ({ trajectory }) => rangeOf(trajectory.steps.length));
  const distances = grouped(
    judged.filter(({ finding }) => finding.step !== undefined),
    ({ finding: { step = 0 }, trajectory }) => step - trajectory.label.decisiveStep,
  );
  return {
    byLength: inOrder(ranges).map(([to, some]) => ({
      from: Math.floor(to / 2) + 1,
      to,
      ...figuresOf(some),
    })),
    byTokens: quarters(judged),
    distances: inOrder(distances).map(([distance, some]) => ({ distance, n: some.length })),
    agents: agentsOf(judged),
    steps: stepCounts(
      judged.map(({ finding, trajectory: { label } }) => ({
        decisive: label.decisiveStep,
        blamed: finding.step,
      })),
    ),
    ...roundsOf(judged),
  };
}

interface NamedStep {
  readonly decisive: number;
  readonly blamed: number | undefined;
}

function stepCounts(named: readonly NamedStep[]): readonly StepCount[] {
  const steps = new Set(named.flatMap(({ blamed, decisive }) => [decisive, blamed ?? []].flat()));
  return Array.from(steps, (step) => ({
    step,
    toBlame: named.filter(({ decisive }) => decisive === step).length,
    blamed: named.filter(({ blamed }) => blamed === step).length,
  })).toSorted(
    (one, other) => other.toBlame - one.toBlame || other.blamed - one.blamed || one.step - other.step,
  );
}

function roundsOf(judged: readonly Judged[]): Pick<FindingBreakdown, "rounds"> {
  const all = judged.map(({ finding, trajectory: { label } }) => ({
    decisive: label.decisiveStep,
    rounds: roundSteps(finding),
  }));
  const most = all.reduce((longest, { rounds }) => Math.max(longest, rounds.length), 0);
  if (most === 0) return {};
  const share = (is: (one: (typeof all)[number]) => boolean) => all.filter(is).length / all.length;
  const rounds = Array.from({ length: most }, (_, at): RoundFigures => {
    const played = all.filter((one) => one.rounds.length > at);
    return {
      round: at + 1,
      n: played.length,
      ...(at === 0
        ? {}
        : {
            changed: share(
              (one) => one.rounds.length > at && one.rounds[at]?.candidate !== one.rounds[at - 1]?.candidate,
            ),
          }),
      // After the end of the search its last round stands.
      step: share(({ decisive, rounds: own }) => (own[at] ?? own.at(-1))?.blamed === decisive),
      steps: stepCounts(
        played.map(({ decisive, rounds: own }) => ({ decisive, blamed: own[at]?.candidate })),
      ),
    };
  });
  return { rounds };
}

function figuresOf(some: readonly Judged[]): Omit<RangeFigures, "from" | "to"> {
  const share = (is: (one: Judged) => boolean) => some.filter(is).length / some.length;
  return { n: some.length, agent: share(rightAgent), step: share(rightStep) };
}

function quarters(judged: readonly Judged[]): readonly RangeFigures[] {
  const counted = judged.map((one) => ({ one, tokens: trajectoryTokens(one.trajectory) }));
  const sizes = counted.map(({ tokens }) => tokens).toSorted((one, other) => one - other);
  const parts = grouped(counted, ({ tokens }) => Math.floor((4 * sizes.indexOf(tokens)) / sizes.length));
  return inOrder(parts).map(([, some]) => {
    const own = some.map(({ tokens }) => tokens);
    return { from: Math.min(...own), to: Math.max(...own), ...figuresOf(some.map(({ one }) => one)) };
  });
}

/** Upper end of a range of lengths: 1, 2, 4, 8, ... */
function rangeOf(length: number): number {
  return 2 ** Math.ceil(Math.log2(length));
}

function agentsOf(judged: readonly Judged[]): FindingBreakdown["agents"] {
  const names = new Set(
    judged.flatMap(({ finding, trajectory }) => [blamedAgent(trajectory) ?? [], finding.agent ?? []].flat()),
  );
  return Array.from(names, (agent) => ({
    agent,
    toBlame: judged.filter(({ trajectory }) => blamedAgent(trajectory) === agent).length,
    blamed: judged.filter(({ finding }) => finding.agent === agent).length,
    right: judged.filter((one) => one.finding.agent === agent && rightAgent(one)).length,
  })).toSorted((one, other) => other.toBlame - one.toBlame || other.blamed - one.blamed);
}

function grouped<One>(all: readonly One[], keyOf: (one: One) => number): ReadonlyMap<number, readonly One[]> {
  const groups = new Map<number, One[]>();
  for (const one of all) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return groups;
}

function inOrder<Value>(groups: ReadonlyMap<number, Value>): readonly (readonly [number, Value])[] {
  return [...groups].toSorted(([one], [other]) => one - other);
}
