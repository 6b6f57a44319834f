// The sets of LangChain packages that a project may have beside the packed packages.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { parse } from "yaml";
import { root } from "./processes.mjs";

const execute = promisify(execFile);
const names = ["@langchain/core", "@langchain/langgraph", "langchain"];

/**
 * Lists the set that the registry gives today, the set that the tests run with where that is another one, and the oldest set.
 *
 * @param isUntested whether a version of LangGraph is newer than any tested
 * @returns each with its versions by name (`peers`), and whether we promise that it works (`isPromised`)
 */
export async function packageSets(isUntested) {
  const { catalog, catalogs } = parse(readFileSync(path.join(root, "pnpm-workspace.yaml"), "utf8"));
  const tested = Object.fromEntries(names.map((name) => [name, catalog[name]]));
  const latest = await latestVersions();
  const isTested = names.every((name) => latest?.[name] === tested[name]);
  const sets = [];
  if (latest !== undefined && !isTested)
    sets.push({ name: "latest", peers: latest, isPromised: !isUntested(latest["@langchain/langgraph"]) });
  sets.push({ name: isTested ? "latest, as tested" : "as tested", peers: tested, isPromised: true });
  const oldest = { ...catalogs.floor, langchain: catalog.langchain };
  return [...sets, { name: "oldest", peers: oldest, isPromised: true, isOldest: true }];
}

/** `undefined` without a registry. */
async function latestVersions() {
  try {
    const versions = await Promise.all(names.map(latestVersion));
    return Object.fromEntries(names.map((name, index) => [name, versions[index]]));
  } catch (error) {
    console.log(`The registry does not say what is latest: ${error.message}`);
    return undefined;
  }
}

async function latestVersion(name) {
  const isWindows = process.platform === "win32";
  const { stdout } = await execute("npm", ["view", `${name}@latest`, "version"], { shell: isWindows });
  return stdout.trim();
}
