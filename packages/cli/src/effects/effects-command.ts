import { Command } from "commander";

import { byOption, whyOption } from "../acting/acting-options.ts";
import { schemaOption } from "../options/schema-option.ts";
import type { Output } from "../terminal/output.ts";
import type { EffectsCommandOptions } from "./effects-options.ts";

/** `langgraph-rollback effects`: what a thread's last run did outside of its graph, and decisions about what is held. */
export function effectsCommand(output: Output): Command {
  return new Command("effects")
    .summary("list a run's effects, and decide about those that are held")
    .description(
      "List the effects of a thread's last run that its attempts tell of, and how each stands, and what earlier runs still hold. All that is held can be released or discarded by hand, and one effect can be undone, released or discarded, with the agent's own module, whose checkpointer has to be the one that is named. With --graph alone, the effects that stand are listed with their ids, and what can be done about each. Fails if an act cannot be carried out.",
    )
    .argument("<where>", "a SQLite file, or a Postgres address")
    .allowExcessArguments(false)
    .requiredOption("--thread <id>", "the thread")
    .option(
      "--graph <module>",
      "the agent as `withRollback` gives it: a module of yours, which is imported, and its export behind #",
    )
    .option("--release", "carry out the acts that are held, in the order of their calls")
    .option("--discard", "see to it that they never take place")
    .option("--undo", "undo the effect of --effect")
    .option("--effect <id>", "one effect alone: undo, release or discard it")
    .addOption(byOption())
    .addOption(whyOption())
    .addOption(schemaOption())
    .option("--json", "print them as JSON")
    .addHelpText(
      "after",
      `
Examples:
  langgraph-rollback effects runs.sqlite --thread t-1
  langgraph-rollback effects runs.sqlite --thread t-1 --graph ./agent.js#agent --release
  langgraph-rollback effects runs.sqlite --thread t-1 --graph ./agent.js#agent`,
    )
    .action(async (where: string, options: EffectsCommandOptions) => {
      const { runEffectsCommand } = await import("./run-effects-command.ts");
      await runEffectsCommand(where, options, output);
    });
}
