// Starting other programs: from the repository's root, with their output shown and their exit codes passed on.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { constants } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));
const pnpmVersion = "10.34.9";

export function requireNode(major, minor) {
  const [actualMajor, actualMinor] = process.versions.node.split(".").map(Number);
  if (actualMajor > major || (actualMajor === major && actualMinor >= minor)) return;
  console.error(
    `langgraph-rollback needs Node ${major}.${minor} or newer; this is Node ${process.versions.node}.`,
  );
  process.exit(1);
}

const ignore = () => {};

/**
 * Resolves to the exit code. Ctrl-C reaches the child by itself, so the parent only waits for it to end.
 * With `quiet`, what the child prints is shown only if it fails.
 */
export function run(command, args, { cwd = root, shell = false, quiet = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      shell,
      stdio: quiet ? ["inherit", "pipe", "pipe"] : "inherit",
    });
    const printed = [];
    child.stdout?.on("data", (data) => printed.push(data));
    child.stderr?.on("data", (data) => printed.push(data));
    const forward = (signal) => child.kill(signal);
    process.on("SIGINT", ignore).on("SIGTERM", forward);
    child.once("error", reject);
    child.once("close", (code, signal) => {
      process.off("SIGINT", ignore).off("SIGTERM", forward);
      if (code !== 0) process.stderr.write(Buffer.concat(printed));
      resolve(code ?? 128 + constants.signals[signal]);
    });
  });
}

export const runNode = (script, args = [], options) => run(process.execPath, [script, ...args], options);

/** Runs a dev dependency's program without a shell, so that no argument needs quoting on any system. */
export function runBin(packageName, bin, args, options) {
  const folder = path.join(root, "node_modules", packageName);
  const { bin: bins } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
  return runNode(path.join(folder, bins[bin]), args, options);
}

/** pnpm of the pinned version, whether or not one is installed. */
export const pnpm = (args, options) => npmProgram("npx", ["--yes", `pnpm@${pnpmVersion}`, ...args], options);

export const npm = (args, options) => npmProgram("npm", args, options);

/** On Windows these programs are scripts, which only a shell starts; it gets one line, quoted here. */
function npmProgram(name, args, options) {
  if (process.platform !== "win32") return run(name, args, options);
  return run([name, ...args.map((arg) => `"${arg}"`)].join(" "), [], { ...options, shell: true });
}
