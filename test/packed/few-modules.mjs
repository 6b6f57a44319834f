// Runs inside the scratch project of `check:package`: does the entry stay a few files? Each module costs its time at every start.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const MOST = 12;
const OURS = /\/node_modules\/(?:@langgraph-rollback\/|langgraph-rollback\/)/;

const folder = mkdtempSync(path.join(tmpdir(), "langgraph-rollback-modules-"));
try {
  const file = path.join(folder, "loaded");
  const entry = ["--input-type=module", "-e", 'await import("langgraph-rollback")'];
  execFileSync(process.execPath, ["--import", "./loaded-modules.mjs", ...entry], {
    env: { ...process.env, LOADED_MODULES: file },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const loaded = readFileSync(file, "utf8").trim().split("\n");
  const ours = loaded.filter((url) => OURS.test(url)).map((url) => url.replace(/^.*\/node_modules\//, ""));
  assert.ok(
    ours.length > 0 && ours.length <= MOST,
    `expected at most ${MOST} modules of ours: ${ours.join(", ")}`,
  );
  console.log(
    `langgraph-rollback: loads ${ours.length} modules of ours (at most ${MOST}): ${ours.join(", ")}`,
  );
} finally {
  rmSync(folder, { recursive: true });
}
