import type { Environment } from "@langgraph-rollback/example-simulation";
import { createTeamGraph } from "../team/team-graph.ts";
import type { DemoOptions } from "./demo-options.ts";
import { demoSetting, titleOf } from "./demo-setting.ts";
import type { Narrator } from "./narrator.ts";
import { openKeptSaver } from "./open-saver.ts";
import { storyOf } from "./story.ts";
import { UsageError } from "./usage-error.ts";

/** Tells about a thread of an earlier demo, from its database alone. */
export async function tellHistory(
  options: DemoOptions,
  threadId: string,
  env: Environment,
  narrator: Narrator,
): Promise<void> {
  const setting = await demoSetting(options, env);
  narrator.title(titleOf(setting));
  const saver = await openKeptSaver(options.db);
  const { width, isColored } = narrator;
  const story = await storyOf(createTeamGraph(setting.chosen.model, saver), { threadId, width, isColored });
  if (story === undefined) throw new UsageError(`The database holds no run of a thread "${threadId}".`);
  narrator.say(story);
}
