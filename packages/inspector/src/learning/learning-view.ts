import { recoveryOf } from "@langgraph-rollback/attribution";
import type { AgentLearning } from "langgraph-rollback";

import type { LearntRun } from "../pilots/learnt-run.ts";
import { briefsIn } from "../pilots/thread-brief.ts";
import type { LearningView, LearntAgent, LearntVersionView } from "../shared/view/learning-view.ts";
import { oneLine } from "../shared/words/shortened.ts";
import type { ThreadSource } from "../source/thread-source.ts";
import { learntWords } from "./learnt-words.ts";

/** Runs of agents that learn, and what they have learnt. */
export interface LearningViewOptions {
  readonly source: ThreadSource;
  /** What the agents have learnt. Default: what the source keeps. */
  readonly learning?: readonly AgentLearning[] | undefined;
  /** Threads that are looked at, latest first; default 1000. */
  readonly threads?: number | undefined;
}

/**
 * What each agent of a source has learnt from its own runs, and what the runs under each version tell.
 *
 * @throws what reading the source throws
 */
export async function learningView(options: LearningViewOptions): Promise<LearningView> {
  const { source, threads: limit = 1000 } = options;
  const learning = options.learning ?? (await source.learning?.()) ?? [];
  const { more, threads } = await source.list(limit);
  const briefs = briefsIn(source);
  const runs: LearntRun[] = [];
  for (const { id } of threads) for (const run of (await briefs.read(id)).learnt) runs.push(run);
  // Threads' views hold names within bounds.
  const kept = new Map(learning.map((each) => [oneLine(each.agent, NAME), each]));
  const agents = [...new Set([...kept.keys(), ...runs.map(({ agent }) => agent)])].toSorted();
  return {
    agents: agents.map((agent) => {
      const own = runs.filter((run) => run.agent === agent);
      const learnt = kept.get(agent);
      return learnt === undefined ? notKept(agent, own) : learntAgent(learnt, own);
    }),
    threads: threads.length,
    more,
  };
}

/** Characters of a name and of a reason, and changes that are shown: a store may hold anything. */
const NAME = 120;
const REASON = 1000;
const CHANGES = 200;

/** Id of the version before any. */
const FIRST = "cold";

function learntAgent(learnt: AgentLearning, runs: readonly LearntRun[]): LearntAgent {
  const { agent, failures, replayed, state, states } = learnt;
  const { inForce, promise } = learntWords(state);
  return {
    agent: oneLine(agent, NAME),
    failures,
    replayed,
    inForce: oneLine(inForce, REASON),
    promise,
    isPromised: promisedBy(state)?.within !== undefined,
    isKept: true,
    missed: Math.max(0, runs.filter(({ hasEnded }) => hasEnded).length - failures),
    told: toldBy(runs),
    versions: versionsOf(states, runs),
    changes: states.slice(-CHANGES).map(({ at, change, failures: known, reason }) => ({
      at,
      change,
      failures: known,
      reason: oneLine(reason, REASON),
    })),
  };
}

/** Of an agent that keeps what it learns elsewhere, or whose evidence was never added, only its runs tell. */
function notKept(agent: string, runs: readonly LearntRun[]): LearntAgent {
  return {
    agent,
    failures: 0,
    replayed: 0,
    inForce: "What this agent has learnt is not kept here.",
    promise: "What it promises is not known here.",
    isPromised: false,
    isKept: false,
    missed: runs.filter(({ hasEnded }) => hasEnded).length,
    told: toldBy(runs),
    versions: versionsOf([], runs),
    changes: [],
  };
}

const toldBy = (runs: readonly LearntRun[]): number => runs.reduce((sum, { told }) => sum + told, 0);

/** Each version once, in the order in which they came into force; those that only runs tell of come last. */
function versionsOf(
  states: AgentLearning["states"],
  runs: readonly LearntRun[],
): readonly LearntVersionView[] {
  const made = new Map(states.map(({ version }) => [oneLine(version.id, NAME), version]));
  const known = [...new Set([FIRST, ...made.keys(), ...runs.map(({ version }) => version)])];
  return known.slice(-CHANGES).map((id) => {
    const version = made.get(id);
    const counted = states.findLast(
      ({ promise, version: { id: own } }) => promise !== undefined && oneLine(own, NAME) === id,
    );
    const promised = counted && promisedBy(counted);
    return {
      id,
      ...(version === undefined || id === FIRST
        ? {}
        : {
            made: {
              at: version.at,
              failures: version.failures,
              cap: version.cap,
              explore: version.explore,
            },
          }),
      ...(promised === undefined ? {} : { promised }),
      did: didOf(runs.filter((run) => run.version === id && run.hasEnded)),
    };
  });
}

function promisedBy({ promise }: AgentLearning["state"]): LearntVersionView["promised"] {
  if (promise === undefined) return undefined;
  const { level, n, within } = recoveryOf(promise);
  return { level, n, ...(within === undefined ? {} : { within }) };
}

function didOf(runs: readonly LearntRun[]): LearntVersionView["did"] {
  const failed = runs.length;
  const redone = runs.reduce((sum, run) => sum + run.redone, 0);
  return {
    failed,
    recovered: runs.filter(({ isRecovered }) => isRecovered).length,
    ...(failed === 0 ? {} : { redone: redone / failed }),
  };
}
