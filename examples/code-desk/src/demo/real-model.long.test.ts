import { startOpenaiServer } from "@langgraph-rollback/attributors/testing";
import { expect, it } from "vitest";

import { SHOP } from "../project/shop.ts";
import { codeCommand } from "./code-command.ts";

it("asks a real model where the environment names one, whose files steer no terminal", async () => {
  const mended = `// \u001B[2J\n${(SHOP["src/discount.js"] ?? "").replace("> 100", ">= 100")}`;
  const write = { name: "write_file", args: JSON.stringify({ path: "src/discount.js", content: mended }) };
  const server = await startOpenaiServer((request) =>
    JSON.stringify(request).includes("is written.") ? "Mended." : { toolCalls: [write] },
  );
  const said: string[] = [];
  const outlet = {
    print: (text: string) => said.push(text),
    printError: (text: string) => said.push(text),
  };
  const env = { OPENAI_BASE_URL: server.baseURL, OPENAI_MODEL: "tiny" };
  expect(await codeCommand([], env, outlet)).toBe(0);
  await server.close();
  const story = said.join("\n");
  expect(story).toContain(`A code desk with rollback (tiny at ${server.baseURL}).`);
  expect(story).not.toContain("simulated");
  expect(story.match(/^Attempt \d .*$/gm)).toEqual([
    "Attempt 1 called: write_file src/discount.js.",
    "Attempt 1 was accepted.",
    "Attempt 1 called: write_file src/discount.js.",
    "Attempt 1 was accepted.",
  ]);
  expect(story).toContain("+// \\u001b[2J");
  expect(server.requests).toHaveLength(4);
});
