import { createTeamGraph } from "../team/team-graph.ts";
import type { DemoSetting } from "./demo-setting.ts";
import type { Narrator } from "./narrator.ts";
import { openKeptSaver } from "./open-saver.ts";
import { storyOf } from "./story.ts";
import { UsageError } from "./usage-error.ts";

/** Tells about a thread of an earlier demo, from its database alone. */
export async function tellHistory(
  { chosen, options }: DemoSetting,
  threadId: string,
  narrator: Narrator,
): Promise<void> {
  const saver = await openKeptSaver(options.db);
  const { width, isColored } = narrator;
  const story = await storyOf(createTeamGraph(chosen.model, saver), { threadId, width, isColored });
  if (story === undefined) throw new UsageError(`The database holds no run of a thread "${threadId}".`);
  narrator.say(story);
}
