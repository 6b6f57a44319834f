import { parseArgs } from "node:util";

import { chooseModel, type Environment, wrapped } from "@langgraph-rollback/example-simulation";
import { scriptedModel } from "../agent/scripted-model.ts";
import { checkGit } from "../project/snapshot-diff.ts";
import { TASK } from "../project/shop.ts";
import { printable } from "./printable.ts";
import { bothGoBack, talkAlone, type StorySetting } from "./scenes.ts";

const HELP = `Usage: npm run demo -- code

A coding agent mends the wrong file of a small project and leaves one of its own. \`node --test\` fails, files and conversation go back together, and
the agent tries again. The project lies in the folder for temporary files, and is removed at the end. It needs git.

  --help     print this

With OPENAI_API_KEY or OPENAI_BASE_URL set (and OPENAI_MODEL) the agent asks that model, else a simulated one. The tests then run code that this model has written: on your
machine, as you, with nothing of your environment but PATH.`;

export interface Outlet {
  readonly print: (text: string) => void;
  readonly printError: (text: string) => void;
}

const WIDTH = 100;

/** The demo as a command: 0 when it has run, 1 when something went wrong, 2 when it was called wrongly. */
export async function codeCommand(
  args: readonly string[],
  env: Environment,
  { print, printError }: Outlet,
): Promise<number> {
  try {
    const { values } = parseArgs({ args: [...args], options: { help: { type: "boolean" } } });
    if (values.help === true) {
      print(HELP);
      return 0;
    }
  } catch (error) {
    printError(`${messageOf(error)}\nSee --help.`);
    return 2;
  }
  try {
    await checkGit();
    const say = (text: string): void => print(wrapped(printable(text), WIDTH));
    await tellStory({ env, say, show: (text) => print(printable(text)) });
    return 0;
  } catch (error) {
    printError(messageOf(error));
    return 1;
  }
}

async function tellStory(setting: StorySetting): Promise<void> {
  const { env, say } = setting;
  const { name } = chooseModel(env, scriptedModel);
  say(`A code desk with rollback (${name}).\n`);
  say(`The task: ${TASK}\n`);
  for (const scene of [talkAlone, bothGoBack]) await scene(setting);
  say("Done.");
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
