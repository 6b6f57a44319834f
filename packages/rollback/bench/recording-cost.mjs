import { fixed, median, percent, spread } from "./figures.mjs";
import { input, runOf } from "./loop-graph.mjs";
import { profiled, watchSaver } from "./self-time.mjs";
import { variants } from "./variants.mjs";

/**
 * Costs that recording adds to runs of so many supersteps over a store: its own time, stored bytes, and the whole run's
 * processor and wall time against the bare run beside it.
 */
export async function recordingCost(store, steps, rounds, report) {
  const names = Object.keys(variants);
  const runs = Object.fromEntries(names.map((name) => [name, []]));
  // The first runs are slow, whatever they run.
  for (const name of names) await measure(store, Math.min(steps, 50), name);
  for (let round = 0; round < rounds; round += 1)
    for (const name of rotated(names, round)) runs[name].push(await measure(store, steps, name));
  const { bare, RecordingSaver, watched, withRollback } = runs;
  const own = RecordingSaver.map(({ own: time, cpu }) => time / cpu);
  report("own time of RecordingSaver, by a stopwatch", median(own), 0.02, {
    detail: `${spread(own, percent)}; ${fixed((1000 * median(RecordingSaver.map((run) => run.own))) / steps, 0)} us a superstep`,
  });
  if (rounds > 1) await showProfiles(store, steps);
  for (const [name, each] of Object.entries({ RecordingSaver, withRollback })) {
    const added = each.map(({ bytes }, i) => bytes - bare[i].bytes);
    report(`bytes that ${name} adds`, median(added.map((bytes, i) => bytes / bare[i].bytes)), 0.05, {
      detail: `${fixed(median(added) / steps, 0)} bytes a superstep, of ${fixed(median(bare.map((run) => run.bytes)) / steps, 0)}`,
    });
  }
  for (const [name, each] of Object.entries({ RecordingSaver, withRollback }))
    showTimes(name, each, ["bare", bare]);
  showTimes("a watch that never stops a run", watched, ["withRollback", withRollback]);
}

/** Each run beside the other one of its round. */
function showTimes(name, each, [otherName, other]) {
  for (const [kind, label] of Object.entries({ cpu: "processor", wall: "wall" })) {
    const ratios = each.map((run, i) => run[kind] / other[i][kind]);
    console.log(
      `     ${label} time of the whole run, ${name} / ${otherName}: ${fixed(median(ratios))} (${spread(ratios, fixed)}); ` +
        `${otherName} ${fixed(median(other.map((run) => run[kind])), 0)} ms`,
    );
  }
}

/**
 * The whole of withRollback: its listener and stream reader have no methods that a stopwatch could be put around. Shown
 * without a bound: samples are coarse, and the steps here do nothing.
 */
async function showProfiles(store, steps) {
  const profiles = [];
  for (let round = 0; round < 3; round += 1) profiles.push(await profiledRun(store, steps));
  const share = (of) => profiles.map((profile) => profile[of]);
  console.log(
    `     own time of recording in withRollback, by the profiler: ${percent(median(share("recording")))} ` +
      `(${spread(share("recording"), percent)}); all of withRollback's code ${percent(median(share("ours")))}`,
  );
}

/** Each round starts with another one, so that none always runs first. */
const rotated = (names, by) => [...names.slice(by % names.length), ...names.slice(0, by % names.length)];

async function measure(store, steps, name) {
  const saver = await store.fresh();
  const graph = variants[name](saver, steps);
  const ownTime = name === "RecordingSaver" ? watchSaver(graph.checkpointer) : () => 0;
  globalThis.gc();
  const before = process.cpuUsage();
  const start = performance.now();
  await graph.invoke(input, runOf("t", steps));
  const wall = performance.now() - start;
  const { user, system } = process.cpuUsage(before);
  return { wall, cpu: (user + system) / 1000, own: ownTime(), bytes: await store.bytes(saver) };
}

async function profiledRun(store, steps) {
  const graph = variants.withRollback(await store.fresh(), steps);
  return await profiled(() => graph.invoke(input, runOf("t", steps)));
}
