// Runs the tests of the workers, all of them, on a Node that pg-boss runs on: this one, or the registry's.
// `node scripts/on-newer-node.mjs [arguments of vitest]`
import { spawn } from "node:child_process";
import { tmpdir } from "node:os";
import path from "node:path";
import { nodePrograms } from "./node-programs.mjs";
import { root } from "./processes.mjs";
import { reporters } from "./reporters.mjs";

const runs = ({ version }) => {
  const [major, minor] = version.split(".").map(Number);
  return major > 22 || (major === 22 && minor >= 12);
};

const programs = await nodePrograms(path.join(tmpdir(), "langgraph-rollback-nodes"));
const newest = programs.filter(runs).at(-1);
if (newest === undefined) {
  console.error("The workers' tests need Node 22.12 or newer, and there is none.");
  process.exit(1);
}
console.log(`The workers' tests run on Node ${newest.version}.`);
const given = process.argv.slice(2);
const files =
  given.length > 0 ? given : ["packages/workers", "examples/workers", "test/workers", ".workers.test.ts"];
const vitest = path.join(root, "node_modules/vitest/vitest.mjs");
const child = spawn(newest.program, [vitest, "run", ...reporters(), ...files], {
  cwd: root,
  stdio: "inherit",
  env: {
    ...process.env,
    TEST_ALL: "1",
    PATH: `${path.dirname(newest.program)}${path.delimiter}${process.env.PATH}`,
  },
});
child.once("exit", (code) => {
  process.exitCode = code ?? 1;
});
