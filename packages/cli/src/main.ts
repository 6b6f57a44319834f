#!/usr/bin/env node
import { runCommandLine } from "./command-line.ts";
import type { Output } from "./terminal/output.ts";
import { stopOnSignals } from "./terminal/stop-on-signals.ts";
import { silentProgress, terminalProgress } from "./terminal/terminal-progress.ts";

const { argv, env, stderr, stdout } = process;
const isTerminal = (stream: NodeJS.WriteStream): boolean =>
  stream.isTTY && !env["CI"] && env["TERM"] !== "dumb";
const isPlain = env["NO_COLOR"] !== undefined && env["NO_COLOR"] !== "";

// The reader of the output may have seen enough: `| head` is no fault.
stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(0);
});

const output: Output = {
  print: (text) => stdout.write(`${text}\n`),
  printError: (text) => stderr.write(`${text}\n`),
  startProgress: (what, parts) =>
    isTerminal(stderr) ? terminalProgress(what, parts, stderr) : silentProgress,
  isColored: isTerminal(stderr) && !isPlain,
  ...(isTerminal(stdout) && { columns: stdout.columns }),
};
const code = await runCommandLine(argv.slice(2), output, env, stopOnSignals(process));
// Not before all is written; but an agent that `calibrate` has loaded may hold a connection open for good.
stdout.write("", () => stderr.write("", () => process.exit(code)));
