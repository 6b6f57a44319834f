import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { type Calibration, readCalibration } from "@langgraph-rollback/attribution";
import { runCommandLine } from "@langgraph-rollback/cli";
import { type LabelledTrajectory, stringifyTrajectory } from "@langgraph-rollback/trajectory";
import { forecastRollback, readHistory, readTrajectory, withRollback } from "langgraph-rollback";
import { restart } from "langgraph-rollback/policies";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import {
  isAnswered,
  mistakenStep,
  requestOf,
  supportAgent,
  supportTask,
  type SupportTask,
} from "../fixtures/support-agent.ts";

const QUIET = {
  print() {},
  printError: (text: string) => expect.fail(text),
  startProgress: () => ({ advance() {}, done() {}, fail() {} }),
};
const folder = await mkdtemp(join(tmpdir(), "langgraph-rollback-labels-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

const STEPS = 9;
const MOST_LABELS = 130;
const FRESH = 40;

const labelled: LabelledTrajectory[] = [];
const fresh: SupportTask[] = [];

/** Runs tasks until enough of them have failed: some to be labelled by rule, others to be rolled back. */
async function failOften(): Promise<void> {
  for (let nth = 0; labelled.length < MOST_LABELS || fresh.length < FRESH; nth += 1) {
    const task = supportTask(nth);
    const agent = supportAgent(task);
    const config = { configurable: { thread_id: task.id } };
    const { messages } = await agent.invoke(requestOf(task), config);
    if (isAnswered(task, messages)) continue;
    if (nth % 3 === 0 && fresh.length < FRESH) fresh.push(task);
    else if (labelled.length < MOST_LABELS)
      labelled.push({
        ...(await readTrajectory(agent, config)),
        id: task.id,
        label: { decisiveStep: mistakenStep(task, messages) },
      });
  }
}

/** By the command, with its defaults. */
async function calibrationOf(labels: readonly LabelledTrajectory[]): Promise<Calibration> {
  const [data, out] = ["jsonl", "json"].map((ending) => join(folder, `${labels.length}.${ending}`));
  if (data === undefined || out === undefined) throw new Error("Expected two files.");
  await writeFile(data, labels.map((each) => `${stringifyTrajectory(each)}\n`).join(""));
  expect(await runCommandLine(["calibrate", "--data", data, "--out", out], QUIET)).toBe(0);
  return readCalibration(out);
}

interface Tried {
  /** Share of failures whose first rollback keeps a step. */
  readonly kept: number;
  /** Steps that all rollbacks execute again. */
  readonly redone: number;
  readonly recovered: number;
  /** Mean share of a run's steps that the first rollback executes again, and its standard error. */
  readonly first: { readonly mean: number; readonly error: number };
}

async function tried(calibration?: Calibration): Promise<Tried> {
  let [kept, redone, recovered] = [0, 0, 0];
  const firsts: number[] = [];
  for (const task of fresh) {
    const guarded = withRollback(supportAgent(task), {
      verify: ({ output }) => isAnswered(task, output?.messages),
      maxRollbacks: 3,
      ...(calibration === undefined ? { policy: restart() } : { calibration }),
    });
    const config = { configurable: { thread_id: task.id } };
    await guarded.invoke(requestOf(task), config);
    const [run] = await readHistory(guarded, config);
    const starts = run?.attempts.flatMap(({ rewind }) => (rewind === undefined ? [] : [rewind.step])) ?? [];
    const [first = 0] = starts;
    firsts.push(1 - first / STEPS);
    if (first > 0) kept += 1;
    redone += starts.reduce((sum, start) => sum + STEPS - start, 0);
    if (run?.status === "recovered") recovered += 1;
  }
  const mean = firsts.reduce((sum, share) => sum + share, 0) / firsts.length;
  const squares = firsts.reduce((sum, share) => sum + (share - mean) ** 2, 0);
  const error = Math.sqrt(squares / (firsts.length - 1) / firsts.length);
  return {
    kept: kept / fresh.length,
    redone,
    recovered: recovered / fresh.length,
    first: { mean, error },
  };
}

/** The simulated agent of `support-agent.ts`. Measured figures stand in the note; these bounds leave room for forty failures. */
describe("what an agent gets with the labels that it has", () => {
  let restarted: Tried = { kept: 0, redone: 0, recovered: 0, first: { mean: 1, error: 0 } };
  beforeAll(async () => {
    await failOften();
    restarted = await tried();
  });

  it.each([10, 15, 30, 54, 130])(
    "of %i labels: rollbacks that keep steps, and recover as often",
    async (n) => {
      const calibration = await calibrationOf(labelled.slice(0, n));
      const { first, kept, redone, recovered } = await tried(calibration);
      const forecast = forecastRollback(calibration);
      expect(Math.abs(forecast.redone - first.mean)).toBeLessThan(
        3 * Math.hypot(forecast.standardError, first.error),
      );
      expect(kept).toBeGreaterThan(0.5);
      expect(redone / restarted.redone).toBeLessThan(0.8);
      expect(recovered).toBeGreaterThan(restarted.recovered - 0.1);
    },
  );

  it("of 5 labels, too few to fit on: no more steps redone than by restarts", async () => {
    const { redone, recovered } = await tried(await calibrationOf(labelled.slice(0, 5)));
    expect(redone).toBeLessThanOrEqual(restarted.redone * 1.05);
    expect(recovered).toBeGreaterThan(restarted.recovered - 0.1);
  });
});
