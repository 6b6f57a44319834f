import { afterEach, describe, expect, it, vi } from "vitest";

import { codeCommand } from "./code-command.ts";
import { printable } from "./printable.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

async function run(...args: string[]) {
  const [said, errors]: [string[], string[]] = [[], []];
  const outlet = {
    print: (text: string) => said.push(text),
    printError: (text: string) => errors.push(text),
  };
  const code = await codeCommand(args, {}, outlet);
  return { code, said: said.join("\n"), errors: errors.join("\n") };
}

describe("the code demo as a command", () => {
  it("explains itself", async () => {
    const { code, said, errors } = await run("--help");
    expect({ code, errors }).toEqual({ code: 0, errors: "" });
    expect(said).toContain("npm run demo -- code");
  });

  it("refuses an option that does not exist", async () => {
    const { code, errors } = await run("--fast");
    expect(code).toBe(2);
    expect(errors).toContain("--fast");
    expect(errors).toContain("See --help.");
  });

  it("says at once that it needs git where there is none", async () => {
    vi.stubEnv("PATH", "/nowhere");
    expect(await run()).toEqual({
      code: 1,
      said: "",
      errors: expect.stringContaining("no program `git` was found. Install git"),
    });
  });

  it("lets no text steer the terminal", () => {
    expect(printable("a\u001B[2Jb\tc\nd\u0007")).toBe("a\\u001b[2Jb\tc\nd\\u0007");
  });
});
