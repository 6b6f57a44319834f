// Run by `pnpm --filter langgraph-rollback bench:import`, which builds first. How long `import "langgraph-rollback"` takes once
// LangGraph is loaded, bundled as npm has it and unbundled as the repository runs it: both in turn, each in a process of its own.
//
// --rounds 15
import { spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { bundle } from "../../../scripts/bundle.mjs";

const { values } = parseArgs({ options: { rounds: { type: "string", default: "15" } } });
const rounds = Number(values.rounds);
const BOUND = 0.2;

const packages = path.resolve(import.meta.dirname, "../..");
const folders = ["rollback", "attribution"].map((name) => path.join(packages, name));
const hook = path.resolve(packages, "../test/packed/loaded-modules.mjs");
const project = mkdtempSync(path.join(tmpdir(), "langgraph-rollback-import-"));

/** The package as npm has it, beside what it depends on. */
async function install(folder) {
  await bundle(folder);
  const { publishConfig, ...manifest } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
  const target = path.join(project, "node_modules", manifest.name);
  mkdirSync(target, { recursive: true });
  writeFileSync(path.join(target, "package.json"), JSON.stringify({ ...manifest, ...publishConfig }));
  cpSync(path.join(folder, "bundle"), path.join(target, "bundle"), { recursive: true });
  for (const name of dependenciesIn(path.join(folder, "node_modules"))) {
    const link = path.join(project, "node_modules", name);
    mkdirSync(path.dirname(link), { recursive: true });
    rmSync(link, { force: true });
    symlinkSync(path.join(folder, "node_modules", name), link, "junction");
  }
}

const dependenciesIn = (folder) =>
  readdirSync(folder)
    .flatMap((name) =>
      name.startsWith("@") ? readdirSync(path.join(folder, name)).map((each) => `${name}/${each}`) : name,
    )
    .filter((name) => !name.startsWith(".") && !name.includes("langgraph-rollback"));

const PROGRAM = `await import("@langchain/langgraph");
const start = performance.now();
await import("langgraph-rollback");
console.log(performance.now() - start);`;

function importIn(cwd, args = [], env = {}) {
  const program = [...args, "--input-type=module", "-e", PROGRAM];
  const { status, stdout, stderr } = spawnSync(process.execPath, program, {
    cwd,
    env: { ...process.env, ...env },
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(stderr);
  return Number(stdout);
}

const OURS =
  /\/node_modules\/(?:@langgraph-rollback|langgraph-rollback)\/|\/packages\/(?:rollback|attribution)\/dist\//;

function modulesIn(cwd) {
  const file = path.join(project, "loaded");
  rmSync(file, { force: true });
  importIn(cwd, ["--import", hook], { LOADED_MODULES: file });
  const loaded = readFileSync(file, "utf8").split("\n");
  return loaded.filter((url) => OURS.test(url)).length;
}

try {
  for (const folder of folders) await install(folder);
  const places = { bundled: project, unbundled: folders[0] };
  const times = { bundled: [], unbundled: [] };
  // The first round warms the disk's cache.
  for (let round = -1; round < rounds; round += 1)
    for (const [name, folder] of Object.entries(places)) {
      const time = importIn(folder);
      if (round >= 0) times[name].push(time);
    }
  // Load only adds to a time, so the least of each tells them apart best.
  const [bundled, unbundled] = [Math.min(...times.bundled), Math.min(...times.unbundled)];
  const ratio = bundled / unbundled;
  const met = ratio <= BOUND;
  console.log(
    `${met ? "ok  " : "OVER"} import "langgraph-rollback": ${ratio.toFixed(2)} of the unbundled build (at most ${BOUND}); ` +
      `${bundled.toFixed(0)} ms for ${modulesIn(project)} modules of ours, ` +
      `${unbundled.toFixed(0)} ms for ${modulesIn(folders[0])}`,
  );
  if (!met) process.exitCode = 1;
} finally {
  rmSync(project, { recursive: true });
}
