// `check:package` of one package, run from its folder: is what npm would publish well formed, and typed for ESM?
import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { pnpm, runBin } from "./processes.mjs";

const execute = promisify(execFile);
const quiet = true;

/** Packs the package into an empty folder and resolves to the tarball's path. */
export async function pack(folder, destination) {
  await must(pnpm(["pack", "--pack-destination", destination], { cwd: folder, quiet }), "pnpm pack", folder);
  return path.join(
    destination,
    readdirSync(destination).find((file) => file.endsWith(".tgz")),
  );
}

/** Packs the package as `pack` does and checks the tarball; rejects if a check fails. */
export async function packAndCheck(folder, destination) {
  const tarball = await pack(folder, destination);
  await must(runBin("publint", "publint", ["run", tarball, "--strict"], { quiet }), "publint", folder);
  const types = runBin("@arethetypeswrong/cli", "attw", [tarball, "--profile", "esm-only"], { quiet });
  await must(types, "attw", folder);
  await mustHoldLicence(tarball, folder);
  console.log(`${path.basename(tarball)}: publint and attw find no fault, and it holds its licence`);
  return tarball;
}

/** pnpm adds the repository's licence, but not to a package with any file of its own whose name has "license" in it. */
async function mustHoldLicence(tarball, folder) {
  const { stdout } = await execute("tar", ["-tzf", path.basename(tarball)], { cwd: path.dirname(tarball) });
  if (!stdout.split(/\r?\n/).includes("package/LICENSE"))
    throw new Error(
      `There is no LICENSE in the tarball of ${folder}. Put a copy of the repository's into it.`,
    );
}

async function must(exitCode, what, folder) {
  if ((await exitCode) !== 0) throw new Error(`${what} found fault with ${folder}.`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const destination = mkdtempSync(path.join(tmpdir(), "check-package-"));
  try {
    await packAndCheck(process.cwd(), destination);
  } finally {
    rmSync(destination, { recursive: true });
  }
}
