// Keeps the README's picture true: the demo's story, as `report` draws it from the runs that `npm run demo` has left.
//
//   npm run demo; node scripts/picture.mjs            checks it (CI does)
//   npm run demo; node scripts/picture.mjs --write    draws it anew
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { root, runNode } from "./processes.mjs";

const PICTURE = path.join(root, "docs/images/rollback.svg");
const RUNS = path.join(root, "examples/gsm8k-team/.demo/gsm8k-team.sqlite");

/** The thread whose story the demo tells, as its README has it. */
const demo = readFileSync(path.join(root, "examples/gsm8k-team/README.md"), "utf8");
const [thread = ""] = /gsm8k-\w+-\d+-seed-\d+/.exec(demo) ?? [];

const folder = mkdtempSync(path.join(tmpdir(), "picture-"));
const isWritten = process.argv.includes("--write");
const out = isWritten ? PICTURE : path.join(folder, "rollback.svg");
const args = ["report", RUNS, "--thread", thread, "--out", out, "--force"];
process.exitCode = await runNode("packages/cli/dist/main.js", args, { quiet: true });
if (process.exitCode === 0 && !isWritten && readFileSync(out, "utf8") !== readFileSync(PICTURE, "utf8")) {
  console.error(
    "docs/images/rollback.svg is not what the demo's story looks like: `node scripts/picture.mjs --write` draws it anew.",
  );
  process.exitCode = 1;
}
rmSync(folder, { recursive: true });
