// Runs tests on the oldest LangGraph that is supported (`catalogs.floor` in pnpm-workspace.yaml): in a copy of the work tree,
// as one tree of packages holds one LangGraph. `node scripts/on-floor.mjs [arguments of vitest]`
import { createHash } from "node:crypto";
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parse, stringify } from "yaml";
import { pnpm, root, runNode } from "./processes.mjs";
import { reporters } from "./reporters.mjs";

const id = createHash("sha256").update(root).digest("hex").slice(0, 8);
const copy = path.join(tmpdir(), `langgraph-rollback-floor-${id}`);
const listFile = path.join(copy, ".copied-files");

const gitFiles = () =>
  execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
  })
    .split("\0")
    .filter((file) => file !== "" && existsSync(path.join(root, file)));

/** Makes the copy like the work tree; what is installed there stays. */
function copyTree() {
  const files = gitFiles();
  const present = new Set(files);
  const before = existsSync(listFile) ? readFileSync(listFile, "utf8").split("\0") : [];
  for (const file of before) if (!present.has(file)) rmSync(path.join(copy, file), { force: true });
  for (const file of files) cpSync(path.join(root, file), path.join(copy, file));
  mkdirSync(copy, { recursive: true });
  writeFileSync(listFile, files.join("\0"));
}

function pinFloor() {
  const file = path.join(copy, "pnpm-workspace.yaml");
  const workspace = parse(readFileSync(file, "utf8"));
  const { floor } = workspace.catalogs;
  writeFileSync(file, stringify({ ...workspace, catalog: { ...workspace.catalog, ...floor } }));
  console.log(
    `LangGraph's oldest supported packages: ${Object.entries(floor)
      .map((entry) => entry.join(" "))
      .join(", ")}`,
  );
}

process.env.TEST_ALL = "1";
copyTree();
pinFloor();
const flags = ["--no-frozen-lockfile", "--prefer-offline", "--loglevel=error"];
const installed = await pnpm(["install", ...flags], { cwd: copy });
process.exitCode =
  installed ||
  (await runNode("node_modules/vitest/vitest.mjs", ["run", ...reporters(), ...process.argv.slice(2)], {
    cwd: copy,
  }));
