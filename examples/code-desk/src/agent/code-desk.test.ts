import { existsSync } from "node:fs";
import path from "node:path";
import { readHistory, readTrajectory } from "langgraph-rollback";
import { afterAll, describe, expect, it, vi } from "vitest";

import { differences, readFiles } from "../project/files.ts";
import { inNewProject } from "../project/new-project.ts";
import { SHOP, TASK } from "../project/shop.ts";
import { snapshotDiff } from "../project/snapshot-diff.ts";
import { codeDesk } from "./code-desk.ts";
import { scriptedModel } from "./scripted-model.ts";

afterAll(() => {
  vi.unstubAllEnvs();
});

/** All that one run leaves, and the files at each of its moments. */
const run = await inNewProject(async (project) => {
  const seen: Record<string, readonly string[]> = {};
  const look = async (moment: string): Promise<void> => {
    seen[moment] = differences(SHOP, await readFiles(project.folder));
  };
  const states = path.join(project.store, "../states");
  vi.stubEnv("XDG_STATE_HOME", states);
  const agent = codeDesk(project, {
    model: scriptedModel(),
    filesGoBack: true,
    onAttempt: (attempt) => look(`attempt ${attempt}`),
    onRewound: () => look("rollback"),
  });
  const onThread = { configurable: { thread_id: "mend" } };
  const { messages } = await agent.invoke({ messages: [{ role: "user", content: TASK }] }, onThread);
  const [history] = await readHistory(agent, onThread);
  const { steps } = await readTrajectory(agent, onThread);
  const { start = "", end = "" } = history?.attempts[0]?.files ?? {};
  return {
    calls: steps.flatMap(({ toolCalls = [] }) => toolCalls),
    diff: await snapshotDiff(project.store, start, end),
    hasTouchedUser: existsSync(states),
    history,
    messages,
    seen,
  };
});

describe("the code desk", () => {
  it("takes back the failed attempt's files, the changed one and the new one, before the next attempt", () => {
    expect(run.seen).toEqual({
      "attempt 1": ["src/receipt.js (changed)", "test/scratch.test.js (new)"],
      rollback: [],
      "attempt 2": ["src/discount.js (changed)"],
    });
  });

  it("is mended by the second attempt, as `node --test` says", () => {
    expect(run.history?.status).toBe("recovered");
    expect(run.history?.attempts.map(({ outcome }) => outcome)).toMatchObject([
      { ok: false, reason: 'The tests fail: "a larger purchase gets 10 % off".' },
      { ok: true },
    ]);
    expect(run.messages.at(-1)?.text).toBe("A purchase of 100 euros gets 10 % off now.");
  });

  it("takes back the conversation to before the first write, and keeps what was read", () => {
    expect(run.history?.attempts[0]?.rewind).toMatchObject({ policy: "top-one", kept: 8 });
    expect(run.calls.map(({ name, args }) => [name, Reflect.get(Object(args), "path")])).toEqual([
      ["list_files", undefined],
      ["read_file", "src/receipt.js"],
      ["read_file", "src/discount.js"],
      ["read_file", "test/receipt.test.js"],
      ["run_tests", undefined],
      ["write_file", "src/discount.js"],
      ["run_tests", undefined],
    ]);
  });

  it("keeps what the failed attempt has written in its last snapshot, and nothing among the user's files", () => {
    expect(run.diff).toContain("--- a/src/receipt.js\n+++ b/src/receipt.js\n");
    expect(run.diff).toContain("\n+  const due = sum >= 100 ? sum * 0.9 : sum;\n");
    expect(run.diff).toContain("--- /dev/null\n+++ b/test/scratch.test.js\n");
    expect(run.diff).not.toContain("discount.js b/");
    expect(run.hasTouchedUser).toBe(false);
  });
});
