import { chooseModel, type Environment } from "@langgraph-rollback/example-simulation";
import { readHistory, readTrajectory, type RunHistory } from "langgraph-rollback";

import { codeDesk } from "../agent/code-desk.ts";
import { scriptedModel } from "../agent/scripted-model.ts";
import { differences, readFiles } from "../project/files.ts";
import { inNewProject, type Project } from "../project/new-project.ts";
import { runTests, testSentence } from "../project/run-tests.ts";
import { SHOP, TASK } from "../project/shop.ts";
import { snapshotDiff } from "../project/snapshot-diff.ts";

export interface StorySetting {
  readonly env: Environment;
  /** Prints sentences, with lines broken between words. */
  readonly say: (text: string) => void;
  /** Prints lines as they are. */
  readonly show: (text: string) => void;
}

type CodeDesk = ReturnType<typeof codeDesk>;

const onThread = { configurable: { thread_id: "mend" } };

/** A rollback as it is without `workspace`: of the conversation alone. */
export function talkAlone(setting: StorySetting): Promise<void> {
  return inNewProject(async (project) => {
    setting.say("== 1. Without `workspace`: the conversation goes back, the files do not ==\n");
    await tellRun(setting, project, false);
  });
}

/** Files and conversation go back together, and the failed attempt's files are kept. */
export function bothGoBack(setting: StorySetting): Promise<void> {
  return inNewProject(async (project) => {
    setting.say("== 2. With `workspace`: files and conversation go back together ==\n");
    const history = await tellRun(setting, project, true);
    for (const { attempt, outcome, files } of history?.attempts ?? []) {
      if (files?.start === undefined || files.end === undefined) continue;
      setting.say(
        outcome?.ok === true
          ? `What attempt ${attempt} has changed:\n`
          : `What attempt ${attempt} had changed is kept beside the folder, in its last snapshot:\n`,
      );
      setting.show(await snapshotDiff(project.store, files.start, files.end));
    }
  });
}

async function tellRun(
  setting: StorySetting,
  project: Project,
  filesGoBack: boolean,
): Promise<RunHistory | undefined> {
  const { env, say } = setting;
  const tellFiles = async (moment: string): Promise<void> => {
    const changed = differences(SHOP, await readFiles(project.folder));
    say(`${moment}: ${changed.length === 0 ? "all files are as they were given" : changed.join(", ")}.`);
  };
  const { model } = chooseModel(env, scriptedModel);
  const agent = codeDesk(project, {
    model,
    filesGoBack,
    onAttempt: (attempt) => tellFiles(`Files after attempt ${attempt}`),
    onRewound: () => tellFiles("Files after the rollback"),
  });
  await agent.invoke({ messages: [{ role: "user", content: TASK }] }, onThread);
  const [history] = await readHistory(agent, onThread);
  say("");
  await tellAttempts(setting, agent, history);
  say(`\`node --test\` in the folder: ${testSentence(await runTests(project.folder))}\n`);
  return history;
}

/** The tool calls of each attempt, those that it kept first, and its verdict. */
async function tellAttempts(
  { say }: StorySetting,
  agent: CodeDesk,
  history: RunHistory | undefined,
): Promise<void> {
  let kept = 0;
  for (const { attempt, head, outcome, rewind } of history?.attempts ?? []) {
    const at = { configurable: { ...onThread.configurable, checkpoint_id: head } };
    const { steps } = await readTrajectory(agent, at);
    const called = (from: number, to?: number): string =>
      steps
        .slice(from, to)
        .flatMap(({ toolCalls = [] }) => toolCalls)
        .map(({ name, args }) => [name, Reflect.get(Object(args), "path")].filter(Boolean).join(" "))
        .join(", ");
    if (kept > 0) say(`Attempt ${attempt} kept: ${called(0, kept)}.`);
    say(`Attempt ${attempt} called: ${called(kept)}.`);
    say(
      outcome?.ok === true
        ? `Attempt ${attempt} was accepted.`
        : `Attempt ${attempt} was rejected: ${outcome?.reason ?? "no reason"}`,
    );
    kept = rewind?.kept ?? 0;
  }
}
