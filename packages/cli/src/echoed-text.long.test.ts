import { mkdir, writeFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runHere } from "./fixtures/run-here.ts";
import { scratchFolder } from "./fixtures/scratch-folder.ts";

const { at, file, folder } = await scratchFolder();

/** Clears the screen, sets the title of the window, turns text round. */
const ESCAPES = "\u001B[2J\u009B2J\u001B]0;gone\u0007\u202E";
const OBEYED = /(?!\n)[\p{Cc}\p{Cf}]/u;

const data = await file("data.jsonl", '{"id": "a", "task": "", "steps": [], "decisiveStep": null}\n');
const tasks = await file("tasks.jsonl", '{"id": "a", "input": {}}\n');
const hostile = await file(`${ESCAPES}.jsonl`, "{ no JSON\n");
const hostilePilot = await file("pilot.json", JSON.stringify({ format: ESCAPES }));
await mkdir(at(ESCAPES));
await writeFile(at("package.json"), JSON.stringify({ dependencies: { [ESCAPES]: "*" } }));

/** Some of what follows is a name under which a file can be written. */
const home = process.cwd();
beforeAll(() => process.chdir(folder));
afterAll(() => process.chdir(home));

describe("a message holds nothing that a terminal obeys", () => {
  it.each([
    [[ESCAPES]],
    [["export", `--${ESCAPES}`]],
    [["export", data, "--convention", ESCAPES, "--labels", ESCAPES, "--labelled"]],
    [["evaluate", "--data", data, "--alpha", ESCAPES]],
    [["evaluate", "--data", data, "--group", "a", "--only", ESCAPES, "--attributor", "random"]],
    [["evaluate", "--data", data, "--cassette", ESCAPES, "--attributor", "joint"]],
    [["evaluate", "--data", hostile]],
    [["import", hostile]],
    [["import", ESCAPES]],
    [["inspect", ESCAPES]],
    [["inspect", hostile]],
    [["inspect", data, "--labels", `${ESCAPES}/labels.jsonl`]],
    [["inspect", data, "--calibration", ESCAPES]],
    [["inspect", data, "--pilot", ESCAPES]],
    [["inspect", data, "--pilot", hostilePilot]],
    [["inspect", data, "--origin", ESCAPES]],
    [["inspect", data, "--labeller", ESCAPES, "--labels", at(`${ESCAPES}/labels.jsonl`)]],
    [["inspect", data, "--host", ESCAPES]],
    [["report", ESCAPES]],
    [["report", data, "--thread", ESCAPES, "--out", at("a.html")]],
    [["report", data, "--out", `${ESCAPES}/a.html`]],
    [["report", data, "--out", at(`${ESCAPES}.svg`)]],
    [["calibrate", "--data", hostile]],
    [["calibrate", "--data", data, "--out", at(ESCAPES)]],
    [["calibrate", "--data", data, "--reuse", ESCAPES, "--out", at("c.json")]],
    [["calibrate", "--graph", ESCAPES, "--tasks", data, "--out", at("c.json")]],
    [["calibrate", "--graph", `${data}#${ESCAPES}`, "--tasks", hostile, "--out", at("c.json")]],
    [["pilot", "--db", ESCAPES]],
    [["pilot", "--db", data, "--verifier-calibration", ESCAPES]],
    [["pilot", "--db", data, "--labels", hostile]],
    [["attribute", ESCAPES]],
    [["attribute", data, "--thread", ESCAPES]],
    [["doctor", "--db", ESCAPES, "--calibration", ESCAPES, "--project", ESCAPES]],
    [["doctor", "--verifier-calibration", ESCAPES]],
    [["doctor", "--project", folder]],
    [["demo", "--model", ESCAPES]],
    [["demo", "--folder", hostile]],
  ])("%j", async (args) => {
    const { err, out } = await runHere(args, {}, async () => {});
    expect(`${err}${out}`).not.toBe("");
    expect(`${err}\n${out}`).not.toMatch(OBEYED);
  });

  it("shows such a character as an escape, so that a name can be told from another", async () => {
    const { err } = await runHere(["import", "a\u001Bb.jsonl"]);
    expect(err).toContain("a\\u001bb.jsonl");
  });
});

describe("a message holds no password", () => {
  /** As connection strings are pasted: with what was around them, percent-encoded or not, by key or by place. */
  const SECRETS = [
    "postgres://me:hunter2@127.0.0.1:1/db",
    " postgres://me:hunter2@127.0.0.1:1/db",
    "\tpostgresql://me:hunter2@127.0.0.1:1/db\n",
    '"postgres://me:hunter2@127.0.0.1:1/db"',
    "postgres://me:my hunter2@127.0.0.1:1/db",
    "postgres://me:it's/hunter2?@127.0.0.1:1/db",
    "postgres://me@127.0.0.1:1/db?password=hunter2",
    "postgres:/me:hunter2@127.0.0.1:1/db",
    "redis://:hunter2@127.0.0.1:6379/0",
    " http://me:hunter2@127.0.0.1:1/",
    "host=127.0.0.1 port=1 user=me password=hunter2 dbname=db",
    "host=127.0.0.1 port=1 user=me password = 'my hunter2' dbname=db",
    "Server=127.0.0.1;User Id=me;Password=hunter2;",
    "PGPASSWORD=hunter2",
  ];
  const secrets = SECRETS.map((secret) => [secret] as const);

  it.each(secrets)("where a database is named: %j", async (where) => {
    for (const args of [
      ["inspect", where],
      ["export", where],
      ["export", where, data],
      ["report", where],
      ["attribute", where],
      ["doctor", "--db", where],
      ["doctor", "--json", "--db", where],
      ["calibrate", "--db", where, "--out", at("c.json")],
    ]) {
      const { code, err, out } = await runHere(args);
      expect(code).not.toBe(0);
      expect(`${err}\n${out}`).not.toContain("hunter2");
    }
  });

  it.each(secrets)("wherever else it was put: %j", async (text) => {
    for (const args of [
      [text],
      ["export", `--${text}`],
      [`--db=${text}`],
      ["export", `--db=${text}`],
      ["evaluate", "--data", text],
      ["evaluate", "--data", data, "--alpha", text],
      ["import", text],
      ["inspect", data, "--origin", text],
      ["inspect", data, "--labels", text],
      ["inspect", data, "--calibration", text],
      ["calibrate", "--graph", at("nowhere.mjs"), "--tasks", text, "--out", at("c.json")],
      ["calibrate", "--graph", text, "--tasks", tasks, "--out", at("c.json")],
      ["pilot", "--graph", text, "--tasks", tasks],
      ["report", data, "--out", text],
      ["report", data, "--thread", text, "--out", at("a.html")],
      ["doctor", "--project", text, "--calibration", text, "--verifier-calibration", text],
    ]) {
      const { err, out } = await runHere(args, {}, async () => {});
      expect(`${err}\n${out}`).not.toContain("hunter2");
    }
  });

  it.each([
    "http://me:hunter2@127.0.0.1:9/v1",
    " http://me:hunter2@127.0.0.1:9/v1\n",
    "http://127.0.0.1:9/v1?api_key=hunter2",
  ])("where it is in an endpoint's address: %j", async (address) => {
    const env = { OPENAI_BASE_URL: address, OPENAI_API_KEY: "sk-hunter2" };
    for (const args of [
      ["doctor", "--endpoint"],
      ["doctor", "--endpoint", "--json"],
      ["demo", "--model", "tiny", "--folder", at("demo")],
    ]) {
      const { err, out } = await runHere(args, env);
      expect(`${err}\n${out}`).not.toContain("hunter2");
    }
  });
});
