// `npm run check:package`: checks every package as npm would publish it, then installs the tarballs in a scratch project.
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { packAndCheck } from "./check-package.mjs";
import { workspaceFolders } from "./install.mjs";
import { npm, root, runBin, runNode } from "./processes.mjs";

/** Resolves to an exit code. */
export async function checkPackages() {
  const scratch = mkdtempSync(path.join(tmpdir(), "langgraph-rollback-packed-"));
  try {
    const tarballs = await packAll(scratch);
    writeManifest(scratch, tarballs);
    console.log("\n== scratch project");
    const code = await npm(["install", "--no-audit", "--no-fund", "--loglevel=error"], { cwd: scratch });
    if (code !== 0) return code;
    for (const file of ["smoke.mjs", "demo.mjs"])
      copyFileSync(path.join(root, "test/packed", file), path.join(scratch, file));
    return (
      (await checkTypes(scratch)) ||
      (await runNode("smoke.mjs", Object.keys(tarballs), { cwd: scratch })) ||
      (await runNode("demo.mjs", [], { cwd: scratch }))
    );
  } catch (error) {
    console.error(error.message);
    return 1;
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

/** Tarball of each public package by its name. */
async function packAll(scratch) {
  const tarballs = {};
  for (const folder of workspaceFolders()) {
    const manifest = readManifest(folder);
    if (manifest.private) continue;
    console.log(`\n== ${manifest.name}`);
    const destination = path.join(scratch, "tarballs", path.basename(folder));
    mkdirSync(destination, { recursive: true });
    tarballs[manifest.name] = await packAndCheck(path.join(root, folder), destination);
  }
  return tarballs;
}

/** The peers come in the versions that the tests run with, so that npm cannot pick a set that does not fit together. */
function writeManifest(scratch, tarballs) {
  const peers = ["@langchain/core", "@langchain/langgraph", "langchain"];
  const dependencies = Object.fromEntries(peers.map((peer) => [peer, installedVersion(peer)]));
  for (const [name, tarball] of Object.entries(tarballs)) dependencies[name] = `file:${tarball}`;
  const manifest = { name: "scratch", private: true, type: "module", dependencies };
  writeFileSync(path.join(scratch, "package.json"), JSON.stringify(manifest, undefined, 2));
}

/** With the declarations from the tarballs: nothing of the workspace is in reach of the scratch project. */
function checkTypes(scratch) {
  const language = ["--module", "nodenext", "--target", "es2023", "--strict", "--skipLibCheck", "--noEmit"];
  const node = ["--typeRoots", path.join(root, "node_modules", "@types"), "--types", "node"];
  return runBin("typescript", "tsc", ["--allowJs", "--checkJs", ...language, ...node, "smoke.mjs"], {
    cwd: scratch,
  });
}

const installedVersion = (name) => readManifest(`test/node_modules/${name}`).version;

const readManifest = (folder) => JSON.parse(readFileSync(path.join(root, folder, "package.json"), "utf8"));
