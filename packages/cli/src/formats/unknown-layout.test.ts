import { expect, it } from "vitest";
import { traceFixture } from "../fixtures/imported-here.ts";
import { runCommand } from "../fixtures/run-command.ts";
import { scratchFolder } from "../fixtures/scratch-folder.ts";
import { IMPORT_FORMATS } from "./import-formats.ts";
import { unknownLayout } from "./unknown-layout.ts";

const { file } = await scratchFolder();

it("says of a file of an unknown layout what stands in it, and which formats there are", async () => {
  const path = await file("own.json", await traceFixture("mit/test_random_format.json"));
  const { code, err, out } = await runCommand("import", path);
  expect({ code, out }).toEqual({ code: 1, out: "" });
  expect(err).toContain(
    'own.json: Expected a layout that is known, got an object with "meta", "customer_profile", "goal_description", "dialogue".\n' +
      '  "dialogue.turns": a list of 15, the first an object with "seq", "who", "channel", "payload", "ts"\n' +
      "Name the format with `--from`, or bring the runs into the form of labelled traces",
  );
  for (const [name, reads] of Object.entries(IMPORT_FORMATS)) expect(err).toContain(`\n  ${name}: ${reads}`);
});

it("stays short, whatever stands in the file", () => {
  const name = "\u001b[2J".repeat(100);
  const wide = Object.fromEntries(Array.from({ length: 2000 }, (_, at) => [`${at}${name}`, [{ [name]: 1 }]]));
  for (const first of [wide, [wide, wide], "text", null, {}, [], 7])
    expect(unknownLayout(first).message.length).toBeLessThan(3000);
  expect(unknownLayout({}).message).toContain("got an empty object.");
});
