/**
 * An insurer behind the Model Context Protocol, in a process of its own: `node insurance-server.js ADDRESS`, where the address names the
 * desk's database. Its tools say by MCP's hints what they do.
 */
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

import { openDatabase } from "../world/open-database.ts";
import { buyInsurance, cancelInsurance, PREMIUM } from "../world/policies.ts";

const database = await openDatabase(process.argv[2] ?? "");
const server = new McpServer({ name: "insurance", version: "1.0.0" });

const said = (answer: object): { content: { type: "text"; text: string }[] } => ({
  content: [{ type: "text", text: JSON.stringify(answer) }],
});

/** By which the insurer knows a policy again: the same reference twice is one policy. */
const reference = z.string().min(1);

server.registerTool(
  "weather",
  {
    description: "The usual weather of a city on a day.",
    inputSchema: { city: z.string(), day: z.string() },
    annotations: { readOnlyHint: true },
  },
  ({ city, day }) => said({ city, day, weather: "mild, some rain" }),
);

server.registerTool(
  "buy_insurance",
  {
    description: `Insures a trip to a city. It costs ${PREMIUM} euros, which are paid at once. The reference is filled in.`,
    inputSchema: { city: z.string(), reference: reference.optional() },
    annotations: { readOnlyHint: false, destructiveHint: true },
  },
  async ({ city, reference: key }) => {
    await buyInsurance(database, reference.parse(key), { city });
    return said({ city, premium: PREMIUM });
  },
);

server.registerTool(
  "cancel_insurance",
  {
    description: "Cancels the policy with a reference, and pays the premium back.",
    inputSchema: { reference },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  },
  async ({ reference: key }) => {
    await cancelInsurance(database, key);
    return said({ cancelled: true });
  },
);

// The client may have been killed.
process.stdin.once("end", () => void database.close());

await server.connect(new StdioServerTransport());
