import type { SetGoal, SetMethod, SetShape } from "@langgraph-rollback/attribution/conformal";
import { CONFORMAL_METHODS } from "@langgraph-rollback/attribution/conformal/methods";
import { type Command, InvalidArgumentError, Option } from "commander";
import { parseAggregation } from "./parse-aggregation.ts";
import { parseAlpha } from "./parse-numbers.ts";

/** Methods in the order of the table. */
export const METHODS: readonly SetMethod[] = [...CONFORMAL_METHODS, "selected"];

/** Options for sets, beside their method. */
export type SetOptionValues = Pick<
  SetShape,
  "aggregation" | "cost" | "delta" | "goal" | "smallGroups" | "smallSample" | "trim"
>;

/** Adds the options that `evaluate` and `calibrate` share. */
export function addSetOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        "--aggregation <kind>",
        "sum, max or lse:BETA, each with an optional :PENALTY for length",
      ).argParser(parseAggregation),
    )
    .option(
      "--goal <what>",
      "what a set holds of several decisive steps: first, mean (on average a share of 1 - alpha), or at least a share above 0, up to 1",
      parseGoal,
    )
    .option(
      "--delta <rate>",
      "tolerated share of calibrations that miss more than alpha, above 0 and below 1",
      parseAlpha,
    )
    .option(
      "--trim",
      "draw no rank: calibrate on as many failures as need none (default: on all, by a rank that their ids draw)",
    )
    .addOption(
      new Option(
        "--small-sample <policy>",
        "with too few labels: every step, the best bound, or an error",
      ).choices(["full", "max", "throw"]),
    )
    .addOption(
      new Option(
        "--small-groups <policy>",
        "groups with too few labels: every step, or all groups together",
      ).choices(["full", "pooled"]),
    )
    .addOption(
      new Option("--cost <what>", "what `selected` keeps low: steps in the set, or steps redone").choices([
        "size",
        "start",
      ]),
    );
}

/** The options that were given. */
export function givenSetOptions({
  aggregation,
  cost,
  delta,
  goal,
  smallGroups,
  smallSample,
  trim,
}: SetOptionValues): SetOptionValues {
  return {
    ...(aggregation === undefined ? {} : { aggregation }),
    ...(cost === undefined ? {} : { cost }),
    ...(delta === undefined ? {} : { delta }),
    ...(goal === undefined ? {} : { goal }),
    ...(smallGroups === undefined ? {} : { smallGroups }),
    ...(smallSample === undefined ? {} : { smallSample }),
    ...(trim === undefined ? {} : { trim }),
  };
}

function parseGoal(text: string): SetGoal {
  if (text === "first" || text === "mean") return text;
  const share = Number(text);
  if (text.trim() !== "" && share > 0 && share <= 1) return share;
  throw new InvalidArgumentError(`Expected first, mean, or a number above 0 and up to 1, got "${text}".`);
}
