// Builds the inspector's page into packages/inspector/dist/page, unless it is there and newer than all it is made of.
import { existsSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import { root, runBin } from "./processes.mjs";

const folder = path.join(root, "packages/inspector");
const built = path.join(folder, "dist/page/index.html");

/** Resolves to an exit code. */
export async function buildPage() {
  if (existsSync(built) && newest(sources()) < statSync(built).mtimeMs) return 0;
  return runBin("vite", "vite", ["build", "--logLevel", "warn"], { cwd: folder });
}

function sources() {
  const within = ["page", "src"].flatMap((part) =>
    readdirSync(path.join(folder, part), { recursive: true }).map((file) => path.join(folder, part, file)),
  );
  return [...within, path.join(folder, "vite.config.ts"), path.join(root, "pnpm-lock.yaml")];
}

const newest = (files) => Math.max(...files.map((file) => statSync(file).mtimeMs));
