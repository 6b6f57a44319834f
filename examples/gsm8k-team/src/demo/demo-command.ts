import { type DemoOptions, HELP, readDemoOptions } from "./demo-options.ts";
import type { Environment } from "@langgraph-rollback/example-simulation";
import type { Narrator } from "./narrator.ts";
import { learnDemo } from "./learn-demo.ts";
import { tellHistory } from "./history-command.ts";
import { checkFiles } from "./open-saver.ts";
import { type DemoOutcome, runDemo } from "./run-demo.ts";
import { UsageError } from "./usage-error.ts";

export interface Outlet {
  readonly narrator: Narrator;
  readonly printError: (text: string) => void;
}

/** The demo as a command: 0 when it has run, 1 when something went wrong, 2 when it was called wrongly. */
export async function demoCommand(
  args: readonly string[],
  env: Environment,
  outlet: Outlet,
): Promise<number> {
  const { narrator, printError } = outlet;
  try {
    if (args[0] === "learn" && args.length === 1) {
      await learnDemo(narrator);
      return 0;
    }
    const options = readDemoOptions(args, !env["OPENAI_API_KEY"] && !env["OPENAI_BASE_URL"]);
    if (options.help) narrator.say(HELP);
    else if (options.history !== undefined) await tellHistory(options, options.history, env, narrator);
    else {
      checkFiles(options);
      narrator.end(howToReadOn(await runDemo(options, env, narrator), options));
    }
    return 0;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    printError(error instanceof UsageError ? `${message}\nSee --help.` : message);
    return error instanceof UsageError ? 2 : 1;
  }
}

function howToReadOn({ file, told = "ID" }: DemoOutcome, { db }: DemoOptions): string {
  if (file === undefined) return "Done.";
  const [named, option] = db === undefined ? ["", ""] : [` -- ${db}`, ` --db ${db}`];
  return [
    "Done. To look at the runs in a browser, as long as you like:",
    `   npm run inspect${named}`,
    "To read one run's history from the file, in a new process:",
    `   npm run demo -- --history ${told}${option}`,
    "To see the team learn from its own failed runs, without a label:",
    "   npm run demo -- learn",
  ].join("\n");
}
