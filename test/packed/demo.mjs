// Runs inside the scratch project of `check:package`, where SQLite is not installed: does the packed command line show a
// rollback that it has run itself, and calibrate from a file?
// Its folder for this is empty: `npx` finds the command in the project around it.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sampleTrajectories } from "@langgraph-rollback/attribution/testing";
import { stringifyTrajectory } from "@langgraph-rollback/attribution/trajectory";

const empty = path.resolve("empty");
mkdirSync(empty);
const kept = mkdtempSync(path.join(tmpdir(), "langgraph-rollback-packed-demo-"));

try {
  const doctor = npx("doctor", "--project", "..");
  assert.equal(await doctor.code, 0, doctor.said());
  console.log("langgraph-rollback doctor: finds no fault with the packed packages, and one copy of core");

  const folder = path.join(kept, "demo");
  const small = ["--problems", "12", "--calibrate", "20", "--seed", "2"];
  const demo = npx("demo", ...small, "--folder", folder);
  const url = await demo.address();
  await checkInspector(url);
  demo.interrupt();
  await demo.code;
  await assert.rejects(fetch(url), "the inspector still answers after Ctrl-C");
  const drafts = readdirSync(folder).filter((name) => name.endsWith(".tmp"));
  assert.deepEqual(drafts, [], "Ctrl-C left drafts of files");
  assert.deepEqual(readdirSync(empty), [], "the demo wrote into the folder that it was started in");
  console.log("langgraph-rollback demo: ran, was looked at in the inspector, and ended on Ctrl-C");

  const help = npx("--help");
  assert.equal(await help.code, 0, help.said());
  const labels = path.join(kept, "labels.jsonl");
  writeFileSync(
    labels,
    sampleTrajectories(30, 7)
      .map((each) => `${stringifyTrajectory(each)}\n`)
      .join(""),
  );
  const calibrate = npx("calibrate", "--data", labels, "--out", path.join(kept, "calibration.json"));
  assert.equal(await calibrate.code, 0, calibrate.said());
  console.log("langgraph-rollback calibrate: calibrated on 30 labelled failures of a file");

  const database = path.join(kept, "runs.sqlite");
  writeFileSync(database, "SQLite format 3\0");
  const inspect = npx("inspect", database);
  assert.equal(await inspect.code, 1, inspect.said());
  assert.match(inspect.said(), /npm install @langchain\/langgraph-checkpoint-sqlite/);
  console.log("langgraph-rollback inspect: says which package reads SQLite");
} finally {
  rmSync(kept, { recursive: true });
}

/** Does what a browser does first: takes the cookie for the token, gets the page, asks for the threads. */
async function checkInspector(url) {
  const entered = await fetch(url, { redirect: "manual" });
  const headers = { cookie: entered.headers.get("set-cookie")?.split(";")[0] ?? "" };
  const page = await fetch(new URL("/", url), { headers });
  assert.match(await page.text(), /<!doctype html>/);
  for (const file of ["page.js", "page.css"])
    assert.equal((await fetch(new URL(file, url), { headers })).status, 200);
  const { threads } = await (await fetch(new URL("/api/threads", url), { headers })).json();
  assert.equal(threads.length, 12);
  const recovered = threads.find(({ status }) => status === "recovered");
  assert.ok(recovered, "no thread was rolled back and recovered");
  const at = new URL(`/api/thread?${new URLSearchParams({ id: recovered.id })}`, url);
  const { runs } = await (await fetch(at, { headers })).json();
  assert.ok(runs.at(-1).attempts[0].rewind, "its first attempt was not rewound");
  assert.equal((await fetch(new URL("/api/threads", url))).status, 401);
}

/** In a group of its own, so that an interrupt reaches all of it, as Ctrl-C does. */
function npx(...args) {
  const child = spawn("npx", ["--no", "langgraph-rollback", ...args], { cwd: empty, detached: true });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text) => (said += text));
  const code = once(child, "close").then(([ended]) => ended);
  return {
    code,
    said: () => said,
    interrupt: () => process.kill(-Number(child.pid), "SIGINT"),
    /** Of the inspector, once it stands there on a line of its own. */
    address: async () => {
      const find = () => /^(http:\/\/127\.0\.0\.1:\d+\/\?token=\S+)$/m.exec(said)?.[1];
      const ended = code.then(() => assert.fail(`It ended without an address:\n${said}`));
      while (find() === undefined) await Promise.race([once(child.stdout, "data"), ended]);
      return find();
    },
  };
}
