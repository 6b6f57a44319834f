import { CalibrationFormatError, ScorerFailedError, ScorerModelError } from "@langgraph-rollback/attribution";
import { ModelFailedError, ModelNameError, TooManyMissingError } from "@langgraph-rollback/attributors";
import {
  DriverMissingError,
  LabelFormatError,
  ListenError,
  SourceFormatError,
  SourceUnreadableError,
} from "@langgraph-rollback/inspector";
import { HistoryFormatError, RecordFormatError, VerifierError } from "langgraph-rollback/errors";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { runCommand } from "./fixtures/run-command.ts";
import { scratchFolder } from "./fixtures/scratch-folder.ts";

const { at, file } = await scratchFolder();

const invalid = z.strictObject({ a: z.array(z.number()) }).safeParse({ a: ["b"], c: 1 });

/** As libraries, databases and models end what they say. */
const REASONS = [
  "it broke",
  "It broke.",
  "It broke. ",
  "It broke.\n",
  "Did it break?",
  "It broke!",
  "It is breaking…",
  "It broke (at last.)",
  "",
  z.prettifyError(invalid.error ?? new z.ZodError([])),
];

/** An end that no sentence has. */
const DOUBLED = /[.?!…:]["”’)]?\s*\.(\s|$)|\.\.(?!\.)/;

const MESSAGES: Readonly<Record<string, (reason: string) => Error>> = {
  CalibrationFormatError: (reason) => new CalibrationFormatError("alpha", reason),
  ScorerModelError: (reason) => new ScorerModelError("kind", reason),
  ScorerFailedError: (reason) => new ScorerFailedError("logit", "a", new Error(reason)),
  ModelFailedError: (reason) => new ModelFailedError("tiny", new Error(reason)),
  ModelNameError: (reason) => new ModelNameError("tiny", new Error(reason)),
  TooManyMissingError: (reason) => new TooManyMissingError("joint", "a", 1, 2, 0, [reason]),
  HistoryFormatError: (reason) => new HistoryFormatError("1f0", reason),
  RecordFormatError: (reason) => new RecordFormatError(reason),
  VerifierError: (reason) => new VerifierError({ cause: new Error(reason) }),
  DriverMissingError: (reason) => new DriverMissingError("a-driver", new Error(reason)),
  LabelFormatError: (reason) => new LabelFormatError("a file, line 1", reason),
  ListenError: (reason) => new ListenError("host", 1, new Error(reason)),
  SourceFormatError: (reason) => new SourceFormatError("runs.sqlite", reason),
  SourceUnreadableError: (reason) => new SourceUnreadableError("runs.sqlite", reason, "Check it."),
};

describe("a message around a reason from elsewhere", () => {
  it.each(Object.entries(MESSAGES))("ends each of its sentences once: %s", (_, messageOf) => {
    for (const reason of REASONS) {
      const { message } = messageOf(reason);
      expect(message).not.toMatch(DOUBLED);
      expect(message).toContain(reason.trim().split("\n")[0]);
      expect(message.trimEnd()).toMatch(/\.$/);
    }
  });

  it("ends each of its sentences once: of the command line", async () => {
    const broken = await file("broken.jsonl", '{"id": 1}\n');
    const thrower = (reason: string) =>
      file(`${REASONS.indexOf(reason)}.mjs`, `throw new Error(${JSON.stringify(reason)});\n`);
    const tasks = await file("tasks.jsonl", '{"input": {}}\n');
    const said = [
      await runCommand("inspect", broken),
      await runCommand("inspect", at("nowhere")),
      await runCommand("inspect", at(".")),
      await runCommand("import", broken),
      await runCommand("calibrate", "--data", broken, "--out", at("c.json")),
    ];
    for (const reason of REASONS)
      said.push(
        await runCommand(
          "calibrate",
          "--graph",
          await thrower(reason),
          "--tasks",
          tasks,
          "--out",
          at("c.json"),
        ),
      );
    for (const { code, err } of said) {
      expect(code).toBe(1);
      expect(err).not.toMatch(DOUBLED);
    }
  });
});
