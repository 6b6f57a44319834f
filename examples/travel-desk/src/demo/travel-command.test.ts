import { describe, expect, it } from "vitest";

import { travelCommand } from "./travel-command.ts";

async function run(...args: string[]) {
  const [said, errors]: [string[], string[]] = [[], []];
  const outlet = {
    print: (text: string) => said.push(text),
    printError: (text: string) => errors.push(text),
  };
  const code = await travelCommand(args, {}, outlet);
  return { code, said: said.join("\n"), errors: errors.join("\n") };
}

describe("the travel demo as a command", () => {
  it("explains itself", async () => {
    expect(await run("--help")).toMatchObject({ code: 0, errors: "" });
    expect((await run("--help")).said).toContain("--sqlite");
  });

  it("refuses an option that does not exist", async () => {
    const { code, errors } = await run("--fast");
    expect(code).toBe(2);
    expect(errors).toContain("--fast");
    expect(errors).toContain("See --help.");
  });
});
