// `npm run smoke`: are the packed packages usable by what users have? Each set of LangChain packages, from the oldest that is
// supported to the registry's latest, in an empty folder of its own, on each Node that is supported.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  isUntestedLanggraph,
  TESTED_LANGGRAPH,
} from "../packages/rollback/dist/langgraph/tested-langgraph.js";
import { pack } from "./check-package.mjs";
import { nodePrograms } from "./node-programs.mjs";
import { packageSets } from "./package-sets.mjs";
import { run } from "./processes.mjs";
import { makeProject, packPackages } from "./scratch-project.mjs";

/**
 * Resolves to an exit code: 1 if a set fails that we promise, 0 if only a newer LangGraph than any tested does.
 *
 * @param folder with tarballs that `check:package` has left; by default the packages are packed here
 */
export async function smoke(folder) {
  const scratch = mkdtempSync(path.join(tmpdir(), "langgraph-rollback-smoke-"));
  try {
    const tarballs = await packPackages(folder ?? path.join(scratch, "tarballs"), pack);
    const nodes = await nodePrograms(path.join(scratch, "nodes"));
    let code = 0;
    for (const [index, set] of (await packageSets(isUntestedLanggraph)).entries()) {
      const isRight = await trySet(path.join(scratch, `set-${index}`), set, nodes, tarballs);
      if (!isRight && set.isPromised) code = 1;
      if (!set.isPromised) tellUntested(set, isRight);
    }
    return code;
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

/** The oldest set is tried on the present Node alone. */
async function trySet(folder, { name, peers, isOldest }, nodes, tarballs) {
  const title = `LangGraph ${peers["@langchain/langgraph"]} (${name})`;
  if ((await makeProject(folder, peers, tarballs)) !== 0) {
    console.log(`${title}: npm FAILED to install it`);
    return false;
  }
  let isRight = true;
  for (const [index, node] of (isOldest ? nodes.slice(0, 1) : nodes).entries()) {
    const start = Date.now();
    const failed = await tryNode(folder, node, Object.keys(tarballs), index === 0);
    const seconds = Math.round((Date.now() - start) / 1000);
    console.log(`${title} on Node ${node.version}: ${failed ? `${failed} FAILED` : "ok"}, ${seconds} s`);
    if (failed) isRight = false;
  }
  return isRight;
}

/** Resolves to the first program that fails, if one does. */
async function tryNode(folder, { program }, names, isFirst) {
  const programs = [["smoke.mjs", ...names], ["siblings.mjs"], ["new-process.mjs"]];
  // Alters LangGraph's package.json for a moment, so that once is enough.
  if (isFirst) programs.push(["untested.mjs"]);
  for (const args of programs)
    if ((await run(program, args, { cwd: folder, quiet: true })) !== 0) return args[0];
  return undefined;
}

function tellUntested({ peers }, isRight) {
  const version = peers["@langchain/langgraph"];
  const outcome = isRight ? "The packed packages work with it." : "The packed packages DO NOT WORK with it.";
  console.log(`\n!!! LangGraph ${version} is newer than any tested (${TESTED_LANGGRAPH}). ${outcome}\n`);
}
