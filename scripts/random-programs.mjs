// Runs random programs with effects by many seeds, two at a time: `node scripts/random-programs.mjs FILE SEEDS RUNS [FIRST]`, where FILE is a part
// of a test's name (programs.sqlite-saver, programs.postgres-saver, agent-programs), and seeds are counted from FIRST (1) on. Prints a line for each seed, and
// of one that breaks a law the program, shrunk.
import { spawn } from "node:child_process";
import path from "node:path";
import { root } from "./processes.mjs";

const [file, seeds, runs, first = "1"] = process.argv.slice(2);
if (file === undefined || !(seeds > 0) || !(runs > 0) || !(first >= 0)) {
  console.error("Usage: node scripts/random-programs.mjs FILE SEEDS RUNS [FIRST]");
  process.exit(2);
}

const vitest = path.join(root, "node_modules/vitest/vitest.mjs");
/** Nothing ends a run but its last program. */
const NEVER = String(2 ** 31 - 1);

const tryOut = (seed) =>
  new Promise((resolve) => {
    const started = Date.now();
    const child = spawn(process.execPath, [vitest, "run", file, `--testTimeout=${NEVER}`], {
      cwd: root,
      env: {
        ...process.env,
        TEST_ALL: "1",
        EFFECT_SEED: String(seed),
        EFFECT_RUNS: runs,
        EFFECT_LIMIT: NEVER,
      },
    });
    const printed = [];
    child.stdout.on("data", (data) => printed.push(data));
    child.stderr.on("data", (data) => printed.push(data));
    child.once("close", (code) => {
      const seconds = Math.round((Date.now() - started) / 1000);
      const said = code === 0 ? "no broken law" : `FAILED\n${Buffer.concat(printed).toString()}`;
      console.log(`${file}, seed ${seed}: ${runs} programs, ${seconds} s, ${said}`);
      resolve(code === 0);
    });
  });

let isRight = true;
const left = Array.from({ length: Number(seeds) }, (_, nth) => Number(first) + nth);
const works = async () => {
  for (let seed = left.shift(); seed !== undefined; seed = left.shift())
    isRight = (await tryOut(seed)) && isRight;
};
await Promise.all([works(), works()]);
process.exitCode = isRight ? 0 : 1;
