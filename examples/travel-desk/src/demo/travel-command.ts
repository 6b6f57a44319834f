import { parseArgs } from "node:util";

import { chooseModel, wrapped } from "@langgraph-rollback/example-simulation";
import { scriptedModel } from "../agent/scripted-model.ts";
import { lisbon, requestText } from "../agent/trip-request.ts";
import type { DatabaseKind } from "../world/new-world.ts";
import { postgresAnswers } from "../world/postgres-database.ts";
import {
  inSpiteOfMail,
  killedWhileReleasing,
  killedWhileUndoing,
  stoppedByMail,
  triedAgain,
  undoneOrHeld,
  withoutEffects,
} from "./scenes.ts";
import type { StorySetting } from "./story-setting.ts";

const HELP = `Usage: npm run demo -- travel [--sqlite]

A travel desk's agent books for the wrong days, is rolled back, and books again. What it pays and writes waits until the trip is right. The story is told by the desk's tables.
They are in PostgreSQL where one answers on 127.0.0.1:5432 (database "test", user "postgres", no password; in schemas of their own, which are
dropped at the end), else in SQLite.

  --sqlite   use SQLite in any case
  --help     print this

With OPENAI_API_KEY or OPENAI_BASE_URL set (and OPENAI_MODEL) the agent asks that model, else a simulated one.`;

export interface Outlet {
  readonly print: (text: string) => void;
  readonly printError: (text: string) => void;
}

/** The demo as a command: 0 when it has run, 1 when something went wrong, 2 when it was called wrongly. */
export async function travelCommand(
  args: readonly string[],
  env: StorySetting["env"],
  { print, printError }: Outlet,
  nodeOptions: readonly string[] = [],
): Promise<number> {
  let options;
  try {
    options = readOptions(args);
  } catch (error) {
    printError(`${error instanceof Error ? error.message : String(error)}\nSee --help.`);
    return 2;
  }
  if (options.help) {
    print(HELP);
    return 0;
  }
  const kind = !options.sqlite && (await postgresAnswers()) ? "postgres" : "sqlite";
  try {
    await tellStory({ kind, env, say: (text) => print(wrapped(text, WIDTH)), nodeOptions });
    return 0;
  } catch (error) {
    printError(error instanceof Error ? error.message : String(error));
    return 1;
  }
}

const WIDTH = 100;

const NAMES: Readonly<Record<DatabaseKind, string>> = { postgres: "PostgreSQL", sqlite: "SQLite" };

const SCENES = [
  withoutEffects,
  undoneOrHeld,
  killedWhileUndoing,
  killedWhileReleasing,
  stoppedByMail,
  inSpiteOfMail,
  triedAgain,
];

async function tellStory(setting: StorySetting): Promise<void> {
  const { name } = chooseModel(setting.env, () => scriptedModel(lisbon));
  setting.say(`A travel desk with rollback (${name}).`);
  setting.say(`The tables are in ${NAMES[setting.kind]}.\n`);
  setting.say(`The request: ${requestText(lisbon)}\n`);
  for (const scene of SCENES) await scene(setting);
  setting.say("Done.");
}

function readOptions(args: readonly string[]): { readonly sqlite: boolean; readonly help: boolean } {
  const { values } = parseArgs({
    args: [...args],
    options: { sqlite: { type: "boolean" }, help: { type: "boolean" } },
  });
  return { sqlite: values.sqlite === true, help: values.help === true };
}
