// Installs the dependencies when they are missing or older than the manifests; otherwise costs a few milliseconds.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pnpm, root } from "./processes.mjs";

const stampFile = path.join(root, "node_modules", ".langgraph-rollback-stamp");

const inside = (folder) => readdirSync(path.join(root, folder)).map((name) => `${folder}/${name}`);

/** Folders of the workspace's packages, relative to the root. */
export function workspaceFolders() {
  const folders = [...inside("packages"), ...inside("examples"), "test"];
  return folders.filter((folder) => existsSync(path.join(root, folder, "package.json")));
}

/** Resolves to an exit code. */
export async function ensureInstalled() {
  const stamp = currentStamp();
  const installed = readStamp();
  if (installed === stamp) return 0;
  console.log(
    installed === undefined
      ? "Installing the dependencies; the first time takes a minute or two."
      : "The dependencies or Node changed since the last install; installing again.",
  );
  const code = await withProgress(pnpm(["install", "--frozen-lockfile", "--loglevel=warn"]));
  if (code === 0) {
    if (installed !== undefined && abi(installed) !== abi(stamp))
      await withProgress(pnpm(["rebuild", "--recursive", "--loglevel=warn"]));
    writeFileSync(stampFile, stamp);
  } else
    console.error(
      "The install failed (see above). It needs the npm registry, and a pnpm-lock.yaml that fits.",
    );
  return code;
}

/** Prints progress. pnpm runs quietly: the log of an optional add-on that cannot be compiled reads like a failure. */
async function withProgress(work) {
  const start = Date.now();
  const timer = setInterval(() => {
    const seconds = Math.round((Date.now() - start) / 1000);
    console.log(`  still installing after ${seconds} s (compiling SQLite, which is optional, takes longest)`);
  }, 15_000);
  return work.finally(() => clearInterval(timer));
}

/** Native add-ons are built for one Node ABI; another Node needs them built anew, which `install` alone leaves out. */
const abi = (stamp) => stamp.split(" ")[0];

function currentStamp() {
  const files = ["pnpm-lock.yaml", "pnpm-workspace.yaml", "package.json"];
  files.push(...workspaceFolders().map((folder) => `${folder}/package.json`));
  const hash = createHash("sha256");
  for (const file of files) hash.update(`\0${file}\0`).update(readFileSync(path.join(root, file)));
  return `${process.platform}-${process.arch}-${process.versions.modules} ${hash.digest("hex")}`;
}

function readStamp() {
  return existsSync(stampFile) ? readFileSync(stampFile, "utf8") : undefined;
}
