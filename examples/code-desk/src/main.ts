import { wrapped } from "@langgraph-rollback/example-simulation";
import { codeCommand } from "./demo/code-command.ts";

const { argv, env } = process;

// A warning is a part of the story. Node would print the number of the process before it.
process.removeAllListeners("warning");
process.on("warning", ({ message }) => console.log(wrapped(`Warning: ${message}\n`, 100)));

process.exitCode = await codeCommand(argv.slice(2), env, { print: console.log, printError: console.error });
