import { isDeepStrictEqual } from "node:util";

import type { RunHistory } from "langgraph-rollback";
import { readTrajectory } from "langgraph-rollback";
import { type Replay, type ReplayAnswer, replay } from "langgraph-rollback/replay";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

import { Life } from "./life.ts";
import { programGraph } from "./program-graph.ts";
import type { Program, ReplayPlan } from "./program.ts";
import type { World } from "./world.ts";

/** A world for replays alone, and how many of them came to a verdict. */
export interface ReplayWorld {
  readonly world: World;
  /** Of replays whose calls could all be answered. */
  readonly tally: { conclusive: number; eligible: number };
}

/** The names of acts. */
const ACTS = ["book", "pay", "order", "mail", "poke", "look"] as const;

/** A turn that has ended, and where it can be replayed. */
interface ReplayedTurn {
  readonly turn: number;
  readonly runs: readonly RunHistory[];
  readonly threadId: string;
  readonly open: () => BaseCheckpointSaver;
  readonly real: World;
  readonly replays: ReplayWorld;
}

/** In what the replays of a turn do not keep their word: nothing outside of them changes. */
export async function brokenByReplays(program: Program, turn: ReplayedTurn): Promise<readonly string[]> {
  const { open, real, replays, threadId } = turn;
  const before = { real: contentsOf(real), thread: await storedIn(open(), threadId) };
  const broken: string[] = [];
  for (const plan of program.replays ?? []) {
    replays.world.clear(program.forgets);
    try {
      const again = await replayed(program, turn, plan);
      if (again !== undefined) count(replays.tally, plan, again);
    } catch (error) {
      broken.push(`A replay threw ${String(error instanceof Error ? error.stack : error)}.`);
    }
    const { effects, calls, undos } = contentsOf(replays.world);
    if (effects.length + calls.length + undos.length > 0)
      broken.push(`A replay acted: ${JSON.stringify({ effects, calls, undos })}.`);
  }
  if (!isDeepStrictEqual(contentsOf(real), before.real)) broken.push("The world has changed by replays.");
  if (!isDeepStrictEqual(await storedIn(open(), threadId), before.thread))
    broken.push("The thread has changed by replays.");
  return broken;
}

async function replayed(
  program: Program,
  { turn, runs, threadId, open, replays }: ReplayedTurn,
  { from, isLast, isSandboxed, hasNote }: ReplayPlan,
): Promise<Replay | undefined> {
  const attempts = runs.flatMap((run) => run.attempts);
  const record = isLast ? attempts.at(-1) : attempts[0];
  if (record === undefined) return undefined;
  const process = {
    world: replays.world,
    life: new Life(undefined),
    isMended: true,
    turn,
    onDecide: () => {},
    isAccepted: () => Promise.resolve(false),
  };
  const graph = programGraph(program, process, open());
  const at = { configurable: { thread_id: threadId, checkpoint_id: record.head } };
  const { steps } = await readTrajectory(graph, at);
  if (steps.length === 0) return undefined;
  const sandbox = Object.fromEntries(
    ACTS.map((name): [string, ReplayAnswer] => [name, () => `sandbox of ${name}`]),
  );
  const [again] = await replay(graph, at, {
    from: Math.floor(from * steps.length),
    tools: isSandboxed ? sandbox : {},
    nodes: answersOfNodes(program, isSandboxed),
    ...(hasNote ? {} : { note: false }),
  });
  return again;
}

/** Nodes do nothing outside but by their acts; one that is an effect itself has a sandbox, or what was recorded. */
function answersOfNodes({ layers }: Program, isSandboxed: boolean): Readonly<Record<string, ReplayAnswer>> {
  const joins = Array.from({ length: layers.length + 1 }, (_, l): [string, ReplayAnswer] => [
    `join_${l}`,
    "run",
  ]);
  const nodes = layers.flatMap((layer, l) =>
    layer.flatMap(({ kind }, i): [string, ReplayAnswer][] => {
      if (kind !== "declared") return [[`n${l}_${i}`, "run"]];
      return isSandboxed ? [[`n${l}_${i}`, () => ({ said: [] })]] : [];
    }),
  );
  return Object.fromEntries([...joins, ...nodes]);
}

/** A replay that was refused a call with no recording says nothing about whether refusals are rare. */
function count(tally: ReplayWorld["tally"], { isSandboxed }: ReplayPlan, { status, calls }: Replay): void {
  const refused = calls.find(({ answer }) => answer === "refused");
  const isUnanswerable = refused !== undefined && ["tool", "act", "node"].includes(refused.kind);
  // A graph with rollback inside of a replay is always refused.
  if ((!isSandboxed && isUnanswerable) || refused?.kind === "rollback") return;
  tally.eligible += 1;
  if (status !== "inconclusive") tally.conclusive += 1;
}

const contentsOf = (world: World) => ({
  effects: world.effects,
  undos: world.undos,
  calls: [...world.calls],
});

async function storedIn(saver: BaseCheckpointSaver, threadId: string): Promise<readonly string[]> {
  const stored: string[] = [];
  for await (const tuple of saver.list({ configurable: { thread_id: threadId } }))
    stored.push(JSON.stringify(tuple));
  return stored;
}
