// `npm run check:package`: checks every package as npm would publish it, then installs the tarballs in a scratch project.
import { existsSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { packAndCheck } from "./check-package.mjs";
import { root, runBin, runNode } from "./processes.mjs";
import { makeProject, packPackages, versionIn } from "./scratch-project.mjs";

/**
 * Resolves to an exit code.
 *
 * @param folder an empty one for the tarballs; by default they are deleted
 */
export async function checkPackages(folder) {
  const scratch = mkdtempSync(path.join(tmpdir(), "langgraph-rollback-packed-"));
  try {
    const tarballs = await packPackages(folder ?? path.join(scratch, "tarballs"), packAndCheck);
    const project = path.join(scratch, "project");
    console.log("\n== scratch project");
    const inProject = { cwd: project };
    return (
      (await makeProject(project, testedPeers(), tarballs)) ||
      (await checkTypes(project)) ||
      (await runNode("smoke.mjs", Object.keys(tarballs), inProject)) ||
      (await runNode("few-modules.mjs", [], inProject)) ||
      (await runNode("demo.mjs", [], inProject)) ||
      linkSqlite(project) ||
      (await runNode("new-process.mjs", [], inProject))
    );
  } catch (error) {
    console.error(error.message);
    return 1;
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

/** The peers in the versions that the tests run with. */
function testedPeers() {
  const peers = ["@langchain/core", "@langchain/langgraph", "langchain"];
  return Object.fromEntries(peers.map((peer) => [peer, versionIn(path.join(root, "test"), peer)]));
}

/** The repository's, as its native part would be compiled for minutes. Returns an exit code. */
function linkSqlite(project) {
  const name = "node_modules/@langchain/langgraph-checkpoint-sqlite";
  if (existsSync(path.join(root, name)))
    symlinkSync(path.join(root, name), path.join(project, name), "junction");
  return 0;
}

/** With the declarations from the tarballs: nothing of the workspace is in reach of the scratch project. */
function checkTypes(project) {
  const language = ["--module", "nodenext", "--target", "es2023", "--strict", "--skipLibCheck", "--noEmit"];
  const node = ["--typeRoots", path.join(root, "node_modules", "@types"), "--types", "node"];
  return runBin("typescript", "tsc", ["--allowJs", "--checkJs", ...language, ...node, "smoke.mjs"], {
    cwd: project,
  });
}
