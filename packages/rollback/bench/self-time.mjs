// How long our own code runs inside of a run: by a stopwatch around RecordingSaver, and by V8's profiler around all.
import { Session } from "node:inspector/promises";

import { median } from "./figures.mjs";

/** The methods that LangGraph calls in every superstep. */
const METHODS = ["put", "putWrites", "getNextVersion"];

/**
 * Measures the time in a RecordingSaver's methods without the store's own. All of it is synchronous: it ends when the store is called. The median of
 * each method counts, because the scheduler of a busy machine can pause a single call for longer than all others take together.
 *
 * @returns a function that gives the milliseconds of the whole run
 */
export function watchSaver(recording) {
  const { inner } = recording;
  const calls = new Map(METHODS.map((name) => [name, []]));
  let inside = 0;
  for (const [name, times] of calls) {
    const own = recording[name].bind(recording);
    const passed = inner[name].bind(inner);
    recording[name] = (...args) => {
      inside = 0;
      const start = performance.now();
      const result = own(...args);
      times.push(performance.now() - start - inside);
      return result;
    };
    inner[name] = (...args) => {
      const start = performance.now();
      const result = passed(...args);
      inside += performance.now() - start;
      return result;
    };
  }
  return () =>
    [...calls.values()].reduce((sum, times) => sum + (times.length && times.length * median(times)), 0);
}

/** Microseconds. */
const INTERVAL = 250;
const OURS = "/packages/rollback/src/";
/** The modules that record; the rest of withRollback drives, isolates, verifies. */
const RECORDING =
  /(recording-saver|live-record|stored-superstep|superstep|step-content|message-text|task-identity|task-names|hear-run|attempt-stamp|chunk-log)\.ts$/;
/** Code whose time counts for its caller: V8's and Node's own, and the making of ids. */
const isCalledCode = ({ url }) =>
  url === "" || url.startsWith("node:") || /\/uuid\/|checkpoint\/dist\/id/.test(url);
const NOBODY = new Set(["(idle)", "(program)", "(garbage collector)"]);

/**
 * Shares of a run's processor time, from samples of V8's profiler.
 *
 * @returns `recording`: in code that records, or in what it calls directly of Node's and of ids; `ours`: the same of all
 *   of this package. Collecting garbage and waiting are in neither
 */
export async function profiled(run) {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.setSamplingInterval", { interval: INTERVAL });
  await session.post("Profiler.start");
  await run();
  const { profile } = await session.post("Profiler.stop");
  session.disconnect();
  const owners = ownersOf(profile.nodes);
  const sums = { recording: 0, ours: 0, all: 0 };
  profile.samples.forEach((id, i) => {
    const owner = owners.get(id);
    if (owner === undefined) return;
    // A longer gap is one in which the scheduler ran something else.
    const time = Math.min(profile.timeDeltas[i], 2 * INTERVAL);
    sums.all += time;
    if (owner.includes(OURS)) sums.ours += time;
    if (owner.includes(OURS) && RECORDING.test(owner)) sums.recording += time;
  });
  return { recording: sums.recording / sums.all, ours: sums.ours / sums.all };
}

/** The file that each node of a call tree works for; `undefined` where it is nobody's. */
function ownersOf(nodes) {
  const owners = new Map();
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  for (const { id, callFrame } of nodes) {
    const inherited = owners.get(parents.get(id)) ?? "";
    if (NOBODY.has(callFrame.functionName)) owners.set(id, undefined);
    else owners.set(id, isCalledCode(callFrame) ? inherited : callFrame.url);
  }
  return owners;
}
