import { fileLabelStore, runTools } from "@langgraph-rollback/inspector";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";

import { calibrationIn, type PromiseFiles, promiseSourcesIn } from "../data/calibration-in.ts";
import { labelsFileOf } from "../data/labels-file.ts";
import { withSource } from "../data/open-where.ts";
import type { WhereOptions } from "../options/schema-option.ts";
import type { Output } from "../terminal/output.ts";
import type { UntilStopped } from "../terminal/until-stopped.ts";
import { serveRuns } from "./serve-runs.ts";

/** Runs to serve, and what is known about their agent. */
export interface McpCommandOptions extends WhereOptions, PromiseFiles {
  readonly db: readonly string[];
  readonly calibration?: string;
  readonly labels?: string;
  /** Version of this package. */
  readonly version: string;
}

/** Serves recorded runs over the standard streams until the client ends the input, or a signal comes. */
export async function runMcpCommand(
  { calibration, db, labels = labelsFileOf(db), version, ...options }: McpCommandOptions,
  { printError }: Pick<Output, "printError">,
  untilStopped: UntilStopped,
): Promise<void> {
  const stopped = untilStopped();
  const calibrations = async () => ({
    ...(await promiseSourcesIn(options)),
    calibration: calibration === undefined ? undefined : (await calibrationIn(calibration)).calibration,
  });
  // A file that cannot be read is told at the start, and not to the assistant.
  await calibrations();
  await withSource(db, options, async (source) => {
    const onError = (error: unknown): void => printError(String(error));
    const tools = runTools({ source, labels: fileLabelStore(labels), calibrations, onError });
    const server = serveRuns(tools, {
      name: source.name,
      version,
      transport: new StdioServerTransport(),
      onError,
    });
    await Promise.race([server.closed, stopped]);
    await server.close();
  });
}
