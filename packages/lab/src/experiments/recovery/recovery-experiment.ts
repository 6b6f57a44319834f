import { DEFAULT_RATES } from "@langgraph-rollback/example-simulation";

import type { Experiment } from "../experiment.ts";
import { inProcesses } from "../in-processes.ts";
import { SUPPORT } from "../../systems/systems.ts";
import { KINDS, onlineFigures } from "./online-sequences.ts";
import { pooledFigures } from "./pooled-versions.ts";
import type { LearntOnce, PooledFailure, PoolArms } from "./recover-failures.ts";
import { type CellRounds, shareAbove, triesOf } from "./recovery-cells.ts";
import { MAX_ROLLBACKS } from "./recovery-arms.ts";
import { recoveryClaims } from "./recovery-claims.ts";
import { agentFigures, outcomeIn, type RecoveryFigures } from "./recovery-figures.ts";
import { recoveryMarkdown, recoverySummary } from "./recovery-tables.ts";

/** Failures of each pool. */
const FAILURES = 300;
/** Failures of one process at a time. */
const CHUNK = 20;
/** Seeds that a run of the experiment has for its parts. */
const SEEDS = 1000;
const TEAM = "team";
/** Versions of the team, best first: how often a mistake is made again although the note shows it. The first is the team as it is. */
const REPEATS = [DEFAULT_RATES.repeatShown, 0.3, 0.5, 0.8] as const;
const ONLINE_ALPHAS = [0.1, 0.2] as const;

interface Extent {
  readonly agents: readonly string[];
  /** Natural failures that the scorer is fitted on, and as many that calibrate sets. */
  readonly learnt: number;
  readonly failures: number;
  readonly chunk: number;
  readonly rounds: CellRounds;
  readonly online: { readonly sequences: number; readonly length: number };
}

const full = (failures: number): Extent => ({
  agents: [TEAM, "MacNet", SUPPORT],
  learnt: 60,
  failures,
  chunk: CHUNK,
  rounds: { average: 1000, delta: 400 },
  online: { sequences: 50, length: 2000 },
});

const QUICK: Extent = {
  agents: [TEAM],
  learnt: 8,
  failures: 6,
  chunk: 6,
  rounds: { average: 40, delta: 40 },
  online: { sequences: 5, length: 400 },
};

/** The promise about recovery, and the account of silent failures, with K of real graphs under the real `withRollback`. */
export const recoveryExperiment: Experiment = {
  name: "recovery",
  question:
    "Within how many rollbacks failed runs are recovered, and what is promised of it (simulated agents)",
  document: "recovery.md",
  run: async ({ isQuick, onProgress, runs = FAILURES, seed }) => {
    const extent = isQuick ? QUICK : full(runs);
    const { agents, online, rounds } = extent;
    const { pools, versions } = await pooledRuns(extent, seed, onProgress);
    const tries = versions.map((pool) => triesOf(pool.map((failure) => outcomeIn(failure, "restart"))));
    const figures: RecoveryFigures = {
      rounds,
      agents: agents.map((agent, at) => agentFigures(agent, pools[at] ?? [], { rounds, seed })),
      versions: tries.map((own, at) => ({
        repeats: REPEATS[at] ?? 0,
        failures: own.length,
        unrecovered: shareAbove(own, MAX_ROLLBACKS),
      })),
      online: KINDS.flatMap((kind) =>
        ONLINE_ALPHAS.map((alpha) => onlineFigures(tries, { ...online, alpha, kind, seed })),
      ),
      pooled: pooledFigures(tries, rounds.average, seed),
    };
    const claims = recoveryClaims(figures);
    return {
      markdown: recoveryMarkdown(figures, claims),
      summary: recoverySummary(figures, claims),
      figures,
      charts: {},
      claims,
    };
  },
};

const worker = (name: string) => ({ module: new URL("recover-worker.js", import.meta.url), name });

interface Pools {
  /** By agent. */
  readonly pools: readonly (readonly PooledFailure[])[];
  readonly versions: readonly (readonly PooledFailure[])[];
}

/** Learns once for each agent, as a procedure has one calibration, and collects the pools of agents and of the team's versions. */
async function pooledRuns(
  { agents, chunk, failures, learnt: count }: Extent,
  seed: number,
  onProgress: (done: number, of: number) => void,
): Promise<Pools> {
  const learning = agents.map((system) => ({ system, count, seed }));
  const learnt: readonly LearntOnce[] = await inProcesses(worker("learnInProcess"), learning, onProgress);
  const parts = Math.ceil(failures / chunk);
  const whole = agents.map((system, at) => {
    const arms: PoolArms = "all";
    return { system, arms, learnt: learnt[at] };
  });
  const later = REPEATS.slice(1).map((repeatShown) => {
    const arms: PoolArms = "restart";
    return { system: TEAM, arms, rates: { repeatShown } };
  });
  const all = [...whole, ...later];
  const jobs = all.flatMap((pool) =>
    Array.from({ length: parts }, (_, part) => ({
      ...pool,
      seed,
      count: chunk,
      runSeed: seed * SEEDS + part,
    })),
  );
  const recovered: readonly (readonly PooledFailure[])[] = await inProcesses(
    worker("recoverInProcess"),
    jobs,
    onProgress,
  );
  const pooled = all.map((_, at) => recovered.slice(at * parts, (at + 1) * parts).flat());
  const pools = pooled.slice(0, agents.length);
  return { pools, versions: [pools[agents.indexOf(TEAM)] ?? [], ...pooled.slice(agents.length)] };
}
