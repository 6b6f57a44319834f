import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";

import { hasPostgres } from "../fixtures/has-postgres.ts";
import { cutPlans, ownDatabase, runCutRound } from "./cut-connections.ts";

const isThere = await hasPostgres();
if (!isThere) process.stderr.write("SKIPPED: rounds with connections cut, no Postgres server answers\n");

/** More rounds, and others: CUT_RUNS=300 CUT_SEED=7 npm run test:all -- cut-connections */
const RUNS = Number(process.env["CUT_RUNS"] ?? 12);
const SEED = Number(process.env["CUT_SEED"] ?? 1);

let own: Awaited<ReturnType<typeof ownDatabase>> | undefined;
beforeAll(async () => {
  if (isThere) own = await ownDatabase();
}, 120_000);
afterAll(() => own?.drop());

it.skipIf(!isThere)(
  "state and world agree when all connections of a process are cut, or the record says in what they do not and `resumeRollback` mends it",
  { timeout: 120_000 + RUNS * 30_000 },
  async () => {
    const database = own?.database ?? "";
    const wrong: unknown[] = [];
    const counts = new Map<string, number>();
    const count = (what: string): unknown => counts.set(what, (counts.get(what) ?? 0) + 1);
    /** How many queries a round takes that nobody disturbs, by its shape. */
    const calm = new Map<string, number>();
    for (const [nth, plan] of fc.sample(cutPlans, { seed: SEED, numRuns: RUNS }).entries()) {
      const shape = JSON.stringify({ ...plan, start: 0, cuts: [] });
      if (!calm.has(shape)) {
        const undisturbed = await runCutRound(plan, database, 0);
        calm.set(shape, undisturbed.queries);
        expect(undisturbed.wrong).toEqual([]);
      }
      const round = await runCutRound(plan, database, calm.get(shape) ?? 0);
      count(round.ended.at(-1) ?? "");
      if (round.wasNamed) count("(differed, and the record named it)");
      for (const problem of round.wrong) wrong.push({ nth, plan, ended: round.ended, problem });
    }
    process.stdout.write(`${RUNS} rounds, seed ${SEED}: ${JSON.stringify(Object.fromEntries(counts))}\n`);
    expect(wrong).toEqual([]);
  },
);
