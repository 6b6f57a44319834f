// `npm run check:package`: checks every package as npm would publish it, then installs the tarballs in a scratch project.
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
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
      (await readSqlite(project))
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

const SQLITE = "node_modules/@langchain/langgraph-checkpoint-sqlite";

/** Runs what uses SQLite: linked from the repository, as its native part would be compiled for minutes. Resolves to an exit code. */
async function readSqlite(project) {
  if (existsSync(path.join(root, SQLITE))) {
    const user = path.join(project, "user");
    linkSqlite(user);
    const code = await runNode("project-driver.mjs", [user], { cwd: project });
    if (code !== 0) return code;
    linkSqlite(project);
  }
  return runNode("new-process.mjs", [], { cwd: project });
}

function linkSqlite(folder) {
  mkdirSync(path.dirname(path.join(folder, SQLITE)), { recursive: true });
  symlinkSync(path.join(root, SQLITE), path.join(folder, SQLITE), "junction");
}

/** With the declarations from the tarballs: nothing of the workspace is in reach of the scratch project. */
function checkTypes(project) {
  const language = ["--module", "nodenext", "--target", "es2023", "--strict", "--skipLibCheck", "--noEmit"];
  const node = ["--typeRoots", path.join(root, "node_modules", "@types"), "--types", "node"];
  return runBin("typescript", "tsc", ["--allowJs", "--checkJs", ...language, ...node, "smoke.mjs"], {
    cwd: project,
  });
}
