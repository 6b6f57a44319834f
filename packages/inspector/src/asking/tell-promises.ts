import { z } from "zod";

import { promisesView, type PromiseSources } from "../promises/promises-view.ts";
import type { LabelStore } from "../shared/labels/label.ts";
import type { ThreadSource } from "../source/thread-source.ts";
import { recorded, type RunTool, runTool } from "./run-tool.ts";

const output = {
  promises: z
    .array(
      z.object({
        about: z.string(),
        kind: z
          .string()
          .describe(
            "exact: on average over calibrations; calibrations: in nearly all of them; account: for every sequence of runs; approximate: aimed at, not proven.",
          ),
        n: z.number().optional().describe("Runs, tasks or failures that it is calibrated on."),
        words: recorded,
      }),
    )
    .describe("The promises that hold."),
  line: recorded.describe("Recorded text: all of them in a line, and why others are not made."),
  observed: recorded.optional().describe("Recorded text: what was observed since."),
};

/** Sources of promises. */
export interface TellPromisesOptions {
  readonly source: ThreadSource;
  readonly labels: Pick<LabelStore, "list">;
  /** Reads the calibrations of this agent. */
  readonly calibrations: () => Promise<PromiseSources>;
}

/** `promises`: what is promised of this agent. */
export function tellPromises({ calibrations, labels, source }: TellPromisesOptions): RunTool {
  return runTool(
    {
      name: "promises",
      title: "Tell what is promised",
      description:
        "Tells what is promised of this agent's runs with rollback, from how many runs, and why nothing else is: right runs that are touched or stopped early, failed runs that are recovered, wrong results that are accepted, where the first rollback starts. Say a promise with its kind and number.",
      input: {},
      output,
    },
    async (_given, told) => {
      const { observed, parts, promised } = await promisesView({ source, labels, ...(await calibrations()) });
      return {
        promises: parts.map(({ about, kind, n, words }) => ({
          about,
          kind,
          ...(n === undefined ? {} : { n }),
          words: told.text("Promise", words, 1000),
        })),
        line: told.text(
          "Line of promises",
          promised ?? "Nothing is promised: no run that was judged is recorded.",
          4000,
        ),
        ...(observed === undefined ? {} : { observed: told.text("Observed runs", observed, 2000) }),
      };
    },
  );
}
