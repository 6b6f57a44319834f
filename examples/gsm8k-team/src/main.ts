import { readDemoOptions, HELP } from "./demo/demo-options.ts";
import { plainNarrator } from "./demo/plain-narrator.ts";
import { runDemo } from "./demo/run-demo.ts";
import { terminalNarrator } from "./demo/terminal-narrator.ts";
import { UsageError } from "./demo/usage-error.ts";

const { env, stdout } = process;
const isTerminal = stdout.isTTY && !env["CI"] && env["TERM"] !== "dumb";
const narrator = isTerminal ? terminalNarrator(stdout.columns) : plainNarrator((line) => console.log(line));

try {
  const options = readDemoOptions(process.argv.slice(2), !env["OPENAI_API_KEY"] && !env["OPENAI_BASE_URL"]);
  if (options.help) console.log(HELP);
  else await runDemo(options, env, narrator);
} catch (error) {
  if (error instanceof UsageError) console.error(`${error.message}\nSee --help.`);
  else console.error(error instanceof Error ? error.message : error);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
