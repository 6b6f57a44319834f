// Run by `pnpm --filter @langgraph-rollback/example-gsm8k-team bench:frontier [seeds] [problems] [calibrate] [processes]`.
// Policies over one to four rollbacks on the failing runs of many seeds of the demo, pooled and paired by run. Simulated model.
import { fork } from "node:child_process";
import { MemorySaver } from "@langchain/langgraph-checkpoint";
import { rollbackArm } from "../dist/demo/arms.js";
import { calibrateTeam } from "../dist/demo/calibrate-team.js";
import { demoSetting } from "../dist/demo/demo-setting.js";
import { frontierOf } from "../dist/demo/frontier.js";
import { runTask } from "../dist/demo/run-task.js";

const [, , range = "21-30", problems = "1200", calibrate = "800", processes = "2"] = process.argv;
const ALPHA = 0.1;

/** The frontier of one seed: counts, and sums that can be pooled. */
async function frontierOfSeed(seed) {
  const count = { problems: Number(problems), calibrate: Number(calibrate) };
  const options = { ...count, seed, alpha: ALPHA, json: undefined, db: "memory" };
  const setting = await demoSetting(options, {});
  const { model } = setting.chosen;
  const tasks = setting.tasks.calibration;
  const learning = { model, problems: setting.problems, tasks, alpha: ALPHA, seed, onRun: () => {} };
  const { calibration } = await calibrateTeam(learning);
  const parts = { model, problems: setting.problems, calibration };
  const saver = new MemorySaver();
  const graph = rollbackArm(parts, saver);
  const failed = [];
  for (const task of setting.tasks.fresh) {
    const run = await runTask(graph, task);
    if (run.status !== "succeeded") failed.push(run);
    await saver.deleteThread(task.id);
  }
  return { seed, failed: failed.length, points: await frontierOf(failed, parts, () => {}) };
}

function seedsIn(text) {
  const [first, last = first] = text.split("-").map(Number);
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

/** One process for each part of the seeds. */
function inProcesses(seeds) {
  const shares = Array.from({ length: Number(processes) }, (_, at) =>
    seeds.filter((_seed, index) => index % Number(processes) === at),
  );
  return Promise.all(
    shares.map(
      (share) =>
        new Promise((resolve, reject) => {
          const found = [];
          const child = fork(import.meta.filename, process.argv.slice(2), {
            env: { ...process.env, SEEDS: share.join(" ") },
          });
          child.on("message", (message) => {
            found.push(message);
            console.log(`seed ${message.seed}: ${message.failed} failed runs`);
          });
          child.on("exit", (code) =>
            code === 0 ? resolve(found) : reject(new Error(`A process ended with ${code}.`)),
          );
        }),
    ),
  ).then((all) => all.flat());
}

const sum = (values) => values.reduce((total, value) => total + value, 0);

function pooled(seeds, policy, rollbacks) {
  const points = seeds.map(({ failed, points: all }) => ({
    failed,
    ...all.find((point) => point.policy === policy && point.rollbacks === rollbacks),
  }));
  const runs = sum(points.map(({ failed }) => failed));
  // Runs of different seeds are independent: variances of means add up, weighed by the squares of their shares.
  const variance = sum(
    points.map(({ failed, morePoints }) => ((failed / runs) * (morePoints?.standardError ?? 0)) ** 2),
  );
  return {
    runs,
    recovered: sum(points.map(({ recovered }) => recovered.count)) / runs,
    steps: sum(points.map(({ steps }) => steps)) / runs,
    more: sum(points.map(({ failed, morePoints }) => (failed / runs) * (morePoints?.mean ?? 0))),
    error: Math.sqrt(variance),
  };
}

if (process.env.SEEDS !== undefined) {
  for (const seed of process.env.SEEDS.split(" ").filter(Boolean).map(Number))
    process.send(await frontierOfSeed(seed));
  process.disconnect();
} else {
  const seeds = await inProcesses(seedsIn(range));
  console.log(
    `\n${seeds.length} seeds (${range}), ${sum(seeds.map(({ failed }) => failed))} failed runs, pooled, simulated model`,
  );
  console.log("rollbacks  policy      recovered  steps a run  vs restart  points more");
  for (const rollbacks of [1, 2, 3, 4]) {
    const restart = pooled(seeds, "restart", rollbacks);
    for (const policy of ["restart", "to-set", "least-cost"]) {
      const { error, more, recovered, steps } = pooled(seeds, policy, rollbacks);
      console.log(
        `${rollbacks}          ${policy.padEnd(10)}  ${(100 * recovered).toFixed(1).padStart(6)} %   ${steps.toFixed(2).padStart(8)}     ` +
          `${(steps / restart.steps).toFixed(3)}      ${more.toFixed(2)} ± ${error.toFixed(2)}`,
      );
    }
  }
  const [three, two] = [pooled(seeds, "least-cost", 3), pooled(seeds, "restart", 2)];
  console.log(
    `\nThree rollbacks by least cost against two restarts: ${(100 * (three.recovered - two.recovered)).toFixed(2)} points more recovered, ` +
      `for ${(three.steps / two.steps).toFixed(3)} of their steps.`,
  );
}
