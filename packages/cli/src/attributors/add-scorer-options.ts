import { type Command, InvalidArgumentError, Option } from "commander";
import { wholeNumber } from "../options/parse-numbers.ts";
import { ATTRIBUTORS, isAttributor, MEMBERS } from "@langgraph-rollback/lab/names";
import { parseSetting, settingsHelp } from "./parse-setting.ts";

/** Names that need no failures of their own to learn from: `position` learns from labels alone and asks nobody. */
const SCORING = ATTRIBUTORS.filter((name) => name !== "position");

/**
 * Adds what makes a method that asks language models the scorer of a command.
 *
 * @param conflicts options of the command that name another scorer
 */
export function addScorerOptions(command: Command, conflicts: readonly string[] = []): Command {
  return command
    .optionsGroup("Methods that ask language models:")
    .addOption(
      new Option(
        "--attributor <name>",
        `let this method score: ${SCORING.join(", ")}, or an ensemble: joint+logit`,
      )
        .argParser(parseAttributor)
        .conflicts([...conflicts]),
    )
    .option("--model <name>", "at the endpoint that OPENAI_API_KEY or OPENAI_BASE_URL gives", "gpt-4o-mini")
    .option("--cassette <file>", "answer from this recording instead of an endpoint")
    .option("--set <name=value>", "a setting of the method, as often as needed; see below", parseSetting)
    .option("--concurrency <n>", "calls at once", wholeNumber(1, 256), 4)
    .addHelpText("after", settingsHelp());
}

function parseAttributor(text: string): string {
  const name = text.trim();
  if (SCORING.includes(name) || (name.includes("+") && isAttributor(name))) return name;
  throw new InvalidArgumentError(
    `Expected one of ${SCORING.join(", ")}, or two or more of ${MEMBERS.join("+")}, got "${text}".`,
  );
}
