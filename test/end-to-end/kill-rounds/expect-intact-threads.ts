import { seededRandom } from "@langgraph-rollback/attribution/conformal";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { expect, inject } from "vitest";

import { auditBranches } from "./audit-branches.ts";
import { auditRuns, type Asked } from "./audit-runs.ts";
import { Players } from "./play-rounds.ts";
import { describeThread, readThread } from "./read-thread.ts";
import type { Round } from "./round-plan.ts";
import type { Workers } from "./workers.ts";

// KILL_ROUNDS=200 KILL_SEED=7 npm run test:all -- kill-rounds
export const rounds = Number(process.env["KILL_ROUNDS"] ?? (inject("allRounds") ? 30 : 3));
export const seed = Number(process.env["KILL_SEED"] ?? 1);
export const patience = 240_000 + rounds * 60_000;

/** Place where rounds are played. */
export interface Ground {
  /** For the output. */
  readonly store: string;
  readonly workers: Workers;
  /** Reads what the processes have stored. */
  readonly saver: BaseCheckpointSaver;
  /** File that gets each execution of a node. */
  readonly journal: string;
  readonly plan: (random: () => number) => Round;
  /** Rows of a thread that are missing, or no longer as they were. */
  readonly missingRows: (thread: string) => readonly string[] | Promise<readonly string[]>;
}

/** Course of a thread so far. */
interface Story {
  readonly asked: readonly Asked[];
  readonly deaths: readonly string[];
}

/** Plays rounds, two on each thread, so that one starts where another has ended, and audits the thread after each. */
export async function expectIntactThreads(ground: Ground): Promise<void> {
  const { saver, workers } = ground;
  const players = new Players(workers, saver);
  const random = seededRandom(seed);
  const stories = new Map<string, Story>();
  const started = performance.now();
  for (let number = 0; number < rounds; number += 1) {
    const thread = `thread-${Math.floor(number / 2)}`;
    const { asked, deaths } = stories.get(thread) ?? { asked: [], deaths: [] };
    const round = ground.plan(random);
    const name = `round ${number + 1} of seed ${seed}: ${JSON.stringify(round)}`;
    const played = await players.play(thread, asked.length + 1, round).catch(async (cause: unknown) => {
      const found = describeThread(await readThread(saver, thread));
      throw new Error(`${name}\n${String(cause)}\n${found}`, { cause });
    });
    const story = { asked: [...asked, ...played.asked], deaths: [...deaths, ...played.deaths] };
    stories.set(thread, story);
    expect(played.deaths, `deaths in ${name}`).not.toEqual([]);
    expect(await audit(ground, thread, story), `${name}, ${JSON.stringify(played)}`).toEqual([]);
  }
  for (const [thread, story] of stories) expect(await audit(ground, thread, story)).toEqual([]);
  const deaths = [...stories.values()].flatMap((story) => story.deaths);
  const seconds = Math.round((performance.now() - started) / 1000);
  process.stdout.write(
    `${rounds} rounds of seed ${seed} over ${ground.store}: ${deaths.length} processes killed in ${seconds} s, ${tally(deaths)}\n`,
  );
}

/** Faults of a thread, and the thread itself to look into. */
async function audit(
  { saver, journal, missingRows }: Ground,
  id: string,
  { asked, deaths }: Story,
): Promise<readonly string[]> {
  const thread = await readThread(saver, id);
  const lateWrites = deaths.some((death) => /writes, late|some time/u.test(death));
  const problems = [
    ...(await missingRows(id)),
    ...auditBranches(thread, lateWrites),
    ...(await auditRuns(saver, thread, asked, journal)),
  ];
  return problems.length === 0 ? [] : [...problems, describeThread(thread)];
}

/** How often each. */
function tally(deaths: readonly string[]): string {
  const kinds = [...new Set(deaths)].toSorted((a, b) => (a < b ? -1 : 1));
  return kinds.map((kind) => `${kind}: ${deaths.filter((death) => death === kind).length}`).join("; ");
}
