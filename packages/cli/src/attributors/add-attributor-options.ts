import { type Command, InvalidArgumentError, Option } from "commander";
import { wholeNumber } from "../options/parse-numbers.ts";
import { ATTRIBUTORS, BASELINES, isAttributor, MEMBERS } from "@langgraph-rollback/lab/names";
import { parsePrice, type Price } from "@langgraph-rollback/lab/prices";
import { TRUTH_SETTINGS } from "./attributor-options.ts";
import { parseSetting, settingsHelp } from "./parse-setting.ts";

/** Adds what evaluates methods that ask language models. */
export function addAttributorOptions(command: Command): Command {
  return command
    .optionsGroup("Methods that ask language models:")
    .addOption(
      new Option(
        "--attributor <names>",
        `of ${ATTRIBUTORS.join(", ")}; separated by commas, or all; joined by + as one ensemble, also with logit: joint+logit; ${BASELINES.join(", ")} are in every table, and named here get intervals and tests`,
      ).argParser(parseAttributors),
    )
    .addOption(new Option("--estimate", "count the tokens that methods would read, and call nothing"))
    .option(
      "--model <name>",
      "model at the endpoint that OPENAI_API_KEY or OPENAI_BASE_URL gives",
      "gpt-4o-mini",
    )
    .option("--cassette <file>", "answer from this recording instead of an endpoint")
    .option("--record <file>", "write every request and answer to a new file, for --cassette")
    .addOption(
      new Option(
        "--findings <file>",
        "write what the methods said of each trajectory as JSON Lines: blame, scores, rounds, votes, graph, costs",
      ),
    )
    .option("--simulated <why>", "note in the recording that the endpoint is no real model")
    .addOption(
      new Option("--ground-truth <setting>", "tell methods the field groundTruth: without, with or both")
        .choices(TRUTH_SETTINGS)
        .default("without"),
    )
    .option("--only <value>", "only trajectories whose --group has this value")
    .option("--limit <n>", "only the first so many", wholeNumber(1, 1_000_000))
    .option("--failures-only", "leave out trajectories that went right, in which no fault is to be found")
    .option(
      "--repeat <n>",
      "judge all so many times, each time with another seed: means and standard deviations",
      wholeNumber(1, 100),
      1,
    )
    .option("--concurrency <n>", "trajectories, and calls, at once", wholeNumber(1, 256), 4)
    .option(
      "--set <name=value>",
      "a setting of the methods, or METHOD.NAME=VALUE of one; as often as needed; see below",
      parseSetting,
    )
    .addHelpText("after", settingsHelp())
    .option("--price <input:output>", "of a million tokens each, for the cost", readPrice);
}

function parseAttributors(text: string): readonly string[] {
  if (text === "all") return ATTRIBUTORS;
  const names = text.split(",").map((name) => name.trim());
  const unknown = names.find((name) => !isAttributor(name));
  if (unknown !== undefined)
    throw new InvalidArgumentError(
      `Expected all, or some of ${ATTRIBUTORS.join(",")}, or two or more of ${MEMBERS.join("+")}, got "${unknown}".`,
    );
  const ensembles = new Set(names.filter((name) => name.includes("+")));
  return [...[...ATTRIBUTORS, ...BASELINES].filter((name) => names.includes(name)), ...ensembles];
}

function readPrice(text: string): Price {
  const price = parsePrice(text);
  if (price === undefined)
    throw new InvalidArgumentError(`Expected two numbers as in 0.15:0.6, got "${text}".`);
  return price;
}
