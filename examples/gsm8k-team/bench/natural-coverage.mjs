// Run by `pnpm --filter @langgraph-rollback/example-gsm8k-team bench:coverage [seeds] [problems] [calibrate]`.
// How many natural failures of the simulated team a calibration on planted ones covers, weighed by position and not.
import { performance } from "node:perf_hooks";
import { constantScorer, scoredRun, scorerFromModel, setsOf } from "@langgraph-rollback/attribution";
import { readTrajectory, withRollback } from "langgraph-rollback";
import { MemorySaver } from "@langchain/langgraph-checkpoint";
import { calibrateTeam } from "../dist/demo/calibrate-team.js";
import { demoSetting } from "../dist/demo/demo-setting.js";
import { runTask } from "../dist/demo/run-task.js";
import { createTeamGraph } from "../dist/team/team-graph.js";
import { verifyAnswer } from "../dist/team/verify-answer.js";

const [first, last] = (process.argv[2] ?? "1-30").split("-").map(Number);
const problems = Number(process.argv[3] ?? 1200);
const calibrate = Number(process.argv[4] ?? 800);
const alpha = 0.1;

/** Shares of a seed's natural failures whose set reaches back to the first mistake. */
async function coverageOf(seed) {
  const options = { problems, calibrate, seed, alpha, json: undefined, db: "memory" };
  const setting = await demoSetting(options, {});
  const { model } = setting.chosen;
  const { calibration } = await calibrateTeam({
    model,
    problems: setting.problems,
    tasks: setting.tasks.calibration,
    alpha,
    seed,
    onRun: () => {},
  });
  const { firstAttempts: _, ...plain } = calibration;
  const scorer = scorerFromModel(calibration.scorerModel ?? constantScorer().model);
  const saver = new MemorySaver();
  const graph = withRollback(createTeamGraph(model, saver), {
    verify: verifyAnswer(setting.problems),
    maxRollbacks: 0,
  });
  const tally = { failed: 0, weighed: 0, plain: 0, redone: 0, redonePlain: 0 };
  for (const task of setting.tasks.fresh) {
    const { status } = await runTask(graph, task);
    const faulty = setting.faultyStep(task.id);
    if (status === "succeeded" || faulty === undefined) {
      await saver.deleteThread(task.id);
      continue;
    }
    const trajectory = await readTrajectory(graph, { configurable: { thread_id: task.id } });
    const run = scoredRun(trajectory, await scorer.score(trajectory));
    const [own, other] = [calibration, plain].map((each) => setsOf(each, alpha).setOf(run).range.start);
    const length = trajectory.steps.length;
    tally.failed += 1;
    tally.weighed += own <= faulty ? 1 : 0;
    tally.plain += other <= faulty ? 1 : 0;
    tally.redone += 1 - own / length;
    tally.redonePlain += 1 - other / length;
    await saver.deleteThread(task.id);
  }
  return tally;
}

const seeds = [];
for (let seed = first; seed <= last; seed += 1) {
  const start = performance.now();
  const tally = await coverageOf(seed);
  seeds.push(tally);
  const share = (count) => (count / tally.failed).toFixed(3);
  const seconds = Math.round((performance.now() - start) / 1000);
  console.log(
    `seed ${seed}: ${tally.failed} natural failures; covered ${share(tally.weighed)} weighed, ${share(tally.plain)} alike; ` +
      `redone ${share(tally.redone)}, ${share(tally.redonePlain)} (${seconds} s, simulated model)`,
  );
}
for (const [name, key] of [
  ["weighed by position", "weighed"],
  ["counting alike", "plain"],
]) {
  const shares = seeds.map((each) => each[key] / each.failed);
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
  const variance =
    shares.reduce((sum, share) => sum + (share - mean) ** 2, 0) / Math.max(1, shares.length - 1);
  const error = Math.sqrt(variance / shares.length);
  console.log(
    `${name}: ${mean.toFixed(4)} over ${shares.length} seeds, standard error ${error.toFixed(4)}; promised ${1 - alpha}`,
  );
}
