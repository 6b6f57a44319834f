// `check:package` of one package, run from its folder: is what npm would publish well formed, and typed for ESM?
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { pnpm, runBin } from "./processes.mjs";

/** Packs the package into `destination`, checks the tarball and resolves to its path; rejects if a check fails. */
export async function packAndCheck(folder, destination) {
  const quiet = true;
  await must(pnpm(["pack", "--pack-destination", destination], { cwd: folder, quiet }), "pnpm pack", folder);
  const tarball = path.join(
    destination,
    readdirSync(destination).find((file) => file.endsWith(".tgz")),
  );
  await must(runBin("publint", "publint", ["run", tarball, "--strict"], { quiet }), "publint", folder);
  const types = runBin("@arethetypeswrong/cli", "attw", [tarball, "--profile", "esm-only"], { quiet });
  await must(types, "attw", folder);
  console.log(`${path.basename(tarball)}: publint and attw find no fault`);
  return tarball;
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
