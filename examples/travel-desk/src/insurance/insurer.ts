import path from "node:path";
import { fileURLToPath } from "node:url";

import type { RunnableConfig } from "@langchain/core/runnables";
import type { StructuredToolInterface } from "@langchain/core/tools";
import { MultiServerMCPClient } from "@langchain/mcp-adapters";

/** The insurer's tools, and the connection that they need. */
export interface Insurer {
  /** For the agent: `weather` and `buy_insurance`. */
  readonly tools: readonly StructuredToolInterface[];
  /** Ends the policy that was bought under a key, or sees to it that none will be. */
  cancel(key: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts the insurer's server as a child process and connects to it.
 *
 * @param address of the desk's database
 * @param keyOf the idempotency key of the tool call that is made with a config
 * @param nodeOptions for Node, before the server's file
 */
export async function connectInsurer(
  address: string,
  keyOf: (config: RunnableConfig) => string,
  nodeOptions: readonly string[] = [],
): Promise<Insurer> {
  const client = new MultiServerMCPClient({
    mcpServers: {
      insurance: {
        command: process.execPath,
        args: [...nodeOptions, serverFile(), address],
        env: environment(),
      },
    },
    // The model does not choose the reference; it is the key of its call.
    beforeToolCall: ({ name }, _, config) =>
      name === "buy_insurance" ? { args: { reference: keyOf(config) } } : {},
  });
  const all = await client.getTools("insurance");
  return {
    tools: all.filter(({ name }) => name !== "cancel_insurance"),
    cancel: async (key) => {
      const cancel = all.find(({ name }) => name === "cancel_insurance");
      if (cancel === undefined) throw new Error("The insurer does not offer `cancel_insurance`.");
      await cancel.invoke({ reference: key });
    },
    close: () => client.close(),
  };
}

/** The server lies beside this file, compiled or not. */
function serverFile(): string {
  const here = fileURLToPath(import.meta.url);
  return path.join(path.dirname(here), `insurance-server${path.extname(here)}`);
}

/** Only what a child process needs: keys of models are none of the insurer's business. */
const environment = (): Record<string, string> => ({ PATH: process.env["PATH"] ?? "" });
