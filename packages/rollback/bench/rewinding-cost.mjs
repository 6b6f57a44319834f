import { copyCheckpoint, maxChannelVersion, uuid6 } from "@langchain/langgraph-checkpoint";

import { rewind } from "../src/index.ts";
import { fixed, median } from "./figures.mjs";

const ROUNDS = 15;

/**
 * Rewinds to early and late steps, with a note. A late checkpoint is larger: what counts is the time against that of
 * loading and storing the same checkpoint once, which must not grow with the number of steps before it.
 */
export async function rewindingCost(graph, trajectory, at, report) {
  const ratios = [];
  for (const step of at) {
    const checkpoint = trajectory.steps[step - 1].origin.before;
    const times = { rewind: [], copy: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      times.copy.push(await copyOnce(graph.checkpointer.inner, checkpoint));
      times.rewind.push(await rewindOnce(graph, checkpoint));
    }
    ratios.push(median(times.rewind) / median(times.copy));
    console.log(
      `     rewind to step ${step}: ${fixed(median(times.rewind), 1)} ms, ${fixed(ratios.at(-1), 1)} times ` +
        `loading and storing that checkpoint (${fixed(median(times.copy), 1)} ms)`,
    );
  }
  report(
    `a rewind to step ${at.at(-1)} against one to step ${at[0]}, each by its checkpoint`,
    ratios.at(-1) / ratios[0],
    1.5,
    {
      format: fixed,
      detail: "1 is flat",
    },
  );
}

async function rewindOnce(graph, checkpoint) {
  const start = performance.now();
  await rewind(
    graph,
    { configurable: { thread_id: "t" } },
    {
      checkpoint,
      updates: { messages: [{ role: "user", content: "Step 7 was wrong: look again." }] },
    },
  );
  return performance.now() - start;
}

/** Loads a checkpoint and stores a copy of it, its messages as a new version, as LangGraph does after each step. */
async function copyOnce(saver, checkpointId) {
  const at = { thread_id: "t", checkpoint_ns: "", checkpoint_id: checkpointId };
  const start = performance.now();
  const { checkpoint, metadata } = await saver.getTuple({ configurable: at });
  const version = maxChannelVersion(...Object.values(checkpoint.channel_versions)) + 1;
  const copy = { ...copyCheckpoint(checkpoint), id: uuid6(0) };
  copy.channel_versions.messages = version;
  await saver.put({ configurable: at }, copy, metadata, { messages: version });
  return performance.now() - start;
}
