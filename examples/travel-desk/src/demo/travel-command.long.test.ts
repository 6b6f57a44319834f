import { describe, expect, it } from "vitest";

import { nodeOptions } from "../fixtures/desks.ts";
import { travelCommand } from "./travel-command.ts";

describe("the travel demo", () => {
  it("tells its story over SQLite, and no law of the desk is ever broken", async () => {
    const said: string[] = [];
    const outlet = {
      print: (text: string) => said.push(text),
      printError: (text: string) => said.push(text),
    };
    expect(await travelCommand(["--sqlite"], {}, outlet, nodeOptions)).toBe(0);
    const story = said.join("\n");
    expect(story).toContain("simulated model");
    expect(story).toContain("The worker was killed (SIGKILL) while it undid.");
    expect(story).toContain("Requested twice, and done once: buy_insurance.");
    expect(story).toContain("Held in attempt 1, and never carried out: send_mail, pay.");
    expect(story).toContain("Held in attempt 2, and carried out once it was accepted: pay, send_mail.");
    expect(story).toContain("The worker was killed (SIGKILL) while it released.");
    expect(story).toContain("Requested twice, and done once: pay.");
    expect(story).toContain('"send_mail" (step 12) is irreversible');
    expect(story).toContain("The last start from which a replay is accepted is one of steps 4 to 6");
    expect(story).toContain("The real tables are as they were.");
    expect(story).not.toContain("WRONG");
    expect(said.at(-1)).toBe("Done.");
  });
});
