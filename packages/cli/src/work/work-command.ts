import { Command } from "commander";

import { wholeNumber } from "../options/parse-numbers.ts";
import { addQueueOptions } from "../queues/queue-options.ts";
import type { Environment } from "../terminal/environment.ts";
import type { Output } from "../terminal/output.ts";
import type { UntilStopped } from "../terminal/until-stopped.ts";
import { parseListenPlace } from "./listen-place.ts";
import type { WorkCommandOptions } from "./run-work-command.ts";

/** `langgraph-rollback work`: works on the runs of a queue, until it is stopped. */
export function workCommand(output: Output, env: Environment, untilStopped: UntilStopped): Command {
  const command = new Command("work")
    .summary("work on the runs of a queue in Postgres")
    .description(
      "Work on the runs of a queue in Postgres, until Ctrl-C or SIGTERM. Then no new run is started, and those under way may end within the grace; the others are handed over, and go on in another worker from their checkpoints. A second signal ends it at once. Start as many of these as you like, on as many machines. Needs Node 22.12 and @langgraph-rollback/workers.",
    )
    .allowExcessArguments(false)
    .requiredOption(
      "--graphs <module>",
      "a module of yours, which is imported: it exports `graphs`, an object of graphs, or a function of `{ lock, connectionString }` that gives one; else each graph under its name. #name takes another export",
    )
    .option("--concurrency <n>", "runs of each graph at once", wholeNumber(1, 1000), 8)
    .option("--tenant-concurrency <n>", "runs of a tenant at once, over all workers", wholeNumber(1, 1000))
    .option("--name <name>", "of this worker, in records (default: host, process and a random part)")
    .option("--grace <seconds>", "in which runs may end when it is stopped", wholeNumber(0, 86_400), 30)
    .option("--shared-folders", "all workers see the folders of the graphs' workspaces")
    .option(
      "--health <[host:]port>",
      "serve /health and /metrics for Prometheus over HTTP (default host: all of this machine)",
      parseListenPlace,
    )
    .option("--json", "print events as JSON, one a line")
    .option("--quiet", "print errors only");
  return addQueueOptions(command)
    .addHelpText(
      "after",
      `
Examples:
  langgraph-rollback work --graphs ./graphs.js --connection postgres://localhost/agents
  langgraph-rollback work --graphs ./graphs.js --concurrency 16 --health 8080 --json`,
    )
    .action(async (options: WorkCommandOptions) => {
      const { runWorkCommand } = await import("./run-work-command.ts");
      await runWorkCommand(options, output, env, untilStopped);
    });
}
