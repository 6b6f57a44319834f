import { demoCommand } from "./demo/demo-command.ts";
import { plainNarrator } from "./demo/plain-narrator.ts";
import { terminalNarrator } from "./demo/terminal-narrator.ts";

const { argv, env, stdout } = process;
const isTerminal = stdout.isTTY && !env["CI"] && env["TERM"] !== "dumb";
const narrator = isTerminal ? terminalNarrator(stdout.columns) : plainNarrator((line) => console.log(line));

process.exitCode = await demoCommand(argv.slice(2), env, { narrator, printError: console.error });
