import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { runCommandLine } from "./command-line.ts";
import { runHere } from "./fixtures/run-here.ts";
import { stopOnSignals } from "./terminal/stop-on-signals.ts";

describe("langgraph-rollback", () => {
  it("shows its commands in groups, with examples, within 80 columns", async () => {
    const { code, err, out } = await runHere(["--help"]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    for (const part of [
      "To begin with:",
      "To see what happened:",
      "  demo ",
      "  doctor ",
      "  inspect ",
      "Examples:",
    ])
      expect(out).toContain(part);
    expect(out.split("\n").filter((line) => line.length > 80)).toEqual([]);
  });

  it("has an example in the help of every command", async () => {
    const { out } = await runHere(["--help"]);
    const commands = [...out.matchAll(/^ {2}([a-z]+) \[options\]/gm)].map(([, name = ""]) => name);
    expect(commands.length).toBeGreaterThan(3);
    for (const command of commands) {
      const help = await runHere([command, "--help"]);
      expect(help).toMatchObject({ code: 0, err: "" });
      expect(help.out).toMatch(new RegExp(`^Examples?:\n  langgraph-rollback ${command}`, "m"));
    }
  });

  it("knows its version", async () => {
    const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
    for (const flag of ["--version", "-v"])
      expect(await runHere([flag])).toEqual({ code: 0, out: version, err: "" });
  });

  it("shows help and ends with 2 where no command is given", async () => {
    const { code, err } = await runHere([]);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining("Usage: langgraph-rollback") });
  });

  it("suggests the command or the option that was meant", async () => {
    expect((await runHere(["inspekt"])).err).toContain("Did you mean inspect?");
    expect((await runHere(["doctor", "--calibrations", "x"])).err).toContain("Did you mean --calibration?");
  });

  it("uses colours only where it is told that they are seen", async () => {
    const said: string[] = [];
    const output = {
      print: () => {},
      printError: (text: string) => said.push(text),
      startProgress: () => ({ advance() {}, done() {}, fail() {} }),
    };
    const args = ["inspect", "/nowhere.sqlite"];
    await runCommandLine(args, output);
    await runCommandLine(args, { ...output, isColored: true });
    expect(said.map((text) => text.includes("\u001B["))).toEqual([false, true]);
  });
});

describe("Ctrl-C", () => {
  function signals() {
    const heard: (() => void)[] = [];
    const exits: number[] = [];
    const process = {
      on: (_signal: string, listener: () => void) => heard.push(listener),
      exit: (code: number) => exits.push(code),
    };
    return { process, exits, interrupt: () => heard[0]?.() };
  }

  it("ends a command there and then, with 130", () => {
    const { process, exits, interrupt } = signals();
    stopOnSignals(process);
    interrupt();
    expect(exits).toEqual([130]);
  });

  it("asks what serves to close, and ends it all the same when it is pressed again", async () => {
    const { process, exits, interrupt } = signals();
    const stopped = stopOnSignals(process)();
    interrupt();
    await stopped;
    expect(exits).toEqual([]);
    interrupt();
    expect(exits).toEqual([130]);
  });
});
