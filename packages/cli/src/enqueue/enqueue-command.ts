import { Command } from "commander";

import { addQueueOptions } from "../queues/queue-options.ts";
import type { Environment } from "../terminal/environment.ts";
import type { Output } from "../terminal/output.ts";
import type { EnqueueCommandOptions } from "./run-enqueue-command.ts";

/** `langgraph-rollback enqueue`: puts one run into a queue, and waits for what comes of it. */
export function enqueueCommand(output: Output, env: Environment): Command {
  const command = new Command("enqueue")
    .summary("put a run into a queue, and wait for its result")
    .description(
      "Put one run into a queue in Postgres, and wait until it ends or asks a person. Prints how it ended, and its output as JSON. Fails if the run did. Ctrl-C ends the waiting, and leaves the run in the queue. To try things out: a program calls `rollbackQueue`. Needs Node 22.12 and @langgraph-rollback/workers.",
    )
    .argument("<graph>", "the name under which workers have it")
    .argument("<thread>", "the thread that the run is on")
    .allowExcessArguments(false)
    .requiredOption("--input <json-or-file>", "what the graph is invoked with: JSON, or a file of it")
    .option("--tenant <name>", "whose run it is")
    .option("--watch", "print what happens to it: how it stands, and what its steps write")
    .option("--json", "print it as JSON: the result, or with --watch one event a line");
  return addQueueOptions(command)
    .addHelpText(
      "after",
      `
Examples:
  langgraph-rollback enqueue support t-1 --input '{"messages": "Where is my order?"}'
  echo '{"task": "tidy up"}' | langgraph-rollback enqueue tidy t-2 --input - --watch`,
    )
    .action(async (graph: string, thread: string, options: EnqueueCommandOptions) => {
      const { runEnqueueCommand } = await import("./run-enqueue-command.ts");
      await runEnqueueCommand({ ...options, graph, thread }, output, env);
    });
}
