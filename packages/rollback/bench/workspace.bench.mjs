// Run by `pnpm --filter langgraph-rollback bench:workspace`, which builds first. What snapshots and restores of a folder cost, as multiples of what git takes for the same
// folder: both in turn in one run, so that the machine's load weighs on both. Processor times are of this process and of the processes of git that it starts.
//
// --files 10000 --megabytes 200 --rounds 7
import { spawnSync } from "node:child_process";
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { FolderWorkspace } from "../dist/workspace/folder-workspace.js";
import { fixed, median } from "./figures.mjs";

const { values } = parseArgs({
  options: {
    files: { type: "string", default: "10000" },
    megabytes: { type: "string", default: "200" },
    rounds: { type: "string", default: "7" },
  },
});
const [files, megabytes, rounds] = [values.files, values.megabytes, values.rounds].map(Number);
const CHANGES = 10;
const MOST = { first: 1.5, unchanged: 2.5, changed: 0.3, restored: 0.3 };

const base = mkdtempSync(path.join(tmpdir(), "workspace-bench-"));
const folder = path.join(base, "folder");
const fileAt = (index) => path.join(folder, `${index % 10}`, `${index % 100}`, `${index}.txt`);

/** Text that compresses about as code does; the same in each run. */
function text(index, bytes) {
  let [state, words] = [index + 1, ""];
  while (words.length < bytes) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    words += `${state.toString(36)} `.repeat(3);
  }
  return words.slice(0, bytes);
}

function fill() {
  const bytes = Math.round((megabytes * 1e6) / files);
  for (let index = 0; index < files; index += 1) {
    mkdirSync(path.dirname(fileAt(index)), { recursive: true });
    writeFileSync(fileAt(index), text(index, bytes));
  }
}

function git(repository, ...args) {
  const places = [`--git-dir=${path.join(base, repository)}`, `--work-tree=${folder}`];
  const { status, stderr } = spawnSync("git", [...places, ...args], { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
}

async function milliseconds(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Seconds of the processor, in this process and in those that it waits for. */
async function processorSeconds(work) {
  const before = spent();
  await work();
  return spent() - before;
}

/** This process, and its children that have ended: fields 14 to 17 of Linux's own account, in hundredths. Elsewhere this process alone. */
function spent() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + ofChildren();
}

function ofChildren() {
  const { stdout } = spawnSync("cat", [`/proc/${process.pid}/stat`], { encoding: "utf8" });
  const fields = stdout.slice(stdout.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[13] ?? 0) + Number(fields[14] ?? 0)) / 100;
}

let isMet = true;
function tell(what, value, most, unit) {
  const met = value <= most;
  isMet &&= met;
  console.log(`${met ? "ok  " : "OVER"} ${what}: ${fixed(value)}${unit} (at most ${most})`);
}

try {
  fill();
  const first = { ours: [], git: [] };
  let workspace;
  // The first round warms the disk's cache.
  for (let round = -1; round < 2; round += 1) {
    rmSync(path.join(base, "store"), { recursive: true, force: true });
    rmSync(path.join(base, `git-${round - 1}`), { recursive: true, force: true });
    workspace = await FolderWorkspace.open({ folder, store: path.join(base, "store") });
    git(`git-${round}`, "init", "-q");
    const ours = await milliseconds(() => workspace.snapshot());
    const theirs = await milliseconds(() => git(`git-${round}`, "add", "-A"));
    if (round >= 0) first.ours.push(ours);
    if (round >= 0) first.git.push(theirs);
  }
  const size = `${files} files, ${megabytes} MB`;
  tell(
    `first snapshot of ${size}, of \`git add -A\``,
    Math.min(...first.ours) / Math.min(...first.git),
    MOST.first,
    "",
  );

  // What has changed less than this ago is read once more.
  await setTimeout(3000);
  const unchanged = { ours: [], git: [] };
  await workspace.snapshot();
  git("git-1", "add", "-A");
  for (let round = 0; round < rounds; round += 1) {
    unchanged.ours.push(await milliseconds(() => workspace.snapshot()));
    unchanged.git.push(await milliseconds(() => git("git-1", "add", "-A")));
  }
  tell(
    "unchanged snapshot, of an unchanged `git add -A`",
    median(unchanged.ours) / median(unchanged.git),
    MOST.unchanged,
    "",
  );

  const [changed, restored] = [[], []];
  const { id } = await workspace.snapshot();
  for (let round = 0; round < rounds; round += 1) {
    for (let change = 0; change < CHANGES; change += 1)
      appendFileSync(fileAt((change * 997 + round) % files), "more\n");
    await setTimeout(200);
    changed.push(await processorSeconds(() => workspace.snapshot()));
    restored.push(await processorSeconds(() => workspace.restore(id)));
    await setTimeout(200);
    await workspace.snapshot();
  }
  tell(`snapshot after ${CHANGES} changes, processor time`, median(changed), MOST.changed, " s");
  tell(`restore of ${CHANGES} changes, processor time`, median(restored), MOST.restored, " s");
  await workspace.close();
  if (!isMet) process.exitCode = 1;
} finally {
  rmSync(base, { recursive: true });
}
