import type { BaseCheckpointSaver, CheckpointTuple } from "@langchain/langgraph-checkpoint";
import { z } from "zod";

/** A message as far as it is compared. */
export interface Said {
  readonly id: string;
  readonly text: string;
}

/** A checkpoint of the graph, on whatever branch. */
export interface Kept {
  readonly id: string;
  readonly parent: string | undefined;
  readonly source: string;
  readonly run: string | undefined;
  readonly attempt: number | undefined;
  readonly messages: readonly Said[];
  readonly draft: unknown;
  /** Writes of its tasks, in no order. */
  readonly writes: { readonly messages: readonly Said[]; readonly drafts: readonly unknown[] };
}

const recordSchema = z.object({
  run: z.string(),
  attempt: z.number(),
  head: z.string(),
  outcome: z.object({ ok: z.boolean() }).optional(),
  decision: z.enum(["accept", "roll-back", "give-up"]),
  rewind: z.object({ checkpoint: z.string(), fork: z.string(), step: z.number() }).optional(),
  stands: z.object({ attempt: z.number(), fork: z.string() }).optional(),
  note: z.string().optional(),
  problem: z.object({ code: z.string() }).optional(),
});

/** A record of the history, as far as the audit goes. */
export type Record = z.infer<typeof recordSchema>;

const problemSchema = z.object({
  attempt: z.number(),
  problem: z.object({ code: z.string(), message: z.string() }),
});

/** All that a thread holds, oldest first. */
export interface Thread {
  readonly id: string;
  readonly checkpoints: readonly Kept[];
  readonly records: readonly Record[];
  /** Events that attempts from forks found otherwise than planned. */
  readonly problems: readonly z.infer<typeof problemSchema>[];
}

/** Reads a thread by its checkpointer alone, without the code that is under test. */
export async function readThread(saver: BaseCheckpointSaver, id: string): Promise<Thread> {
  const checkpoints: Kept[] = [];
  for await (const tuple of saver.list(inNamespace(id, ""))) checkpoints.unshift(keptIn(tuple));
  const records: Record[] = [];
  const problems: z.infer<typeof problemSchema>[] = [];
  for await (const { checkpoint } of saver.list(inNamespace(id, "langgraph-rollback"))) {
    const { attempt, problem } = checkpoint.channel_values;
    if (problem === undefined) records.unshift(recordSchema.parse(attempt));
    else problems.unshift(problemSchema.parse(problem));
  }
  return { id, checkpoints, records, problems };
}

const inNamespace = (thread: string, namespace: string) => ({
  configurable: { thread_id: thread, checkpoint_ns: namespace },
});

function keptIn({ checkpoint, metadata, parentConfig, pendingWrites = [] }: CheckpointTuple): Kept {
  const stamp: Readonly<{ [key: string]: unknown }> = { ...metadata };
  const [run, attempt, parent]: readonly unknown[] = [
    stamp["rollback_run"],
    stamp["rollback_attempt"],
    parentConfig?.configurable?.["checkpoint_id"],
  ];
  const written = (name: string): readonly unknown[] =>
    pendingWrites.flatMap(([, channel, value]) => (channel === name ? [value] : []));
  return {
    id: checkpoint.id,
    parent: typeof parent === "string" ? parent : undefined,
    source: metadata?.source ?? "",
    run: typeof run === "string" ? run : undefined,
    attempt: typeof attempt === "number" ? attempt : undefined,
    messages: saidIn(checkpoint.channel_values["messages"] ?? []),
    draft: checkpoint.channel_values["draft"],
    writes: { messages: written("messages").flatMap(saidIn), drafts: written("draft") },
  };
}

const messageSchema = z.object({ id: z.string(), content: z.string() });

const saidIn = (messages: unknown): readonly Said[] =>
  z
    .array(messageSchema)
    .parse(messages)
    .map(({ id, content }) => ({ id, text: content }));

/** The question that a checkpoint's branch answers; 0 before there is one. */
export const turnAt = ({ messages }: Pick<Kept, "messages">): number =>
  Number(messages.findLast(({ id }) => id.startsWith("question-"))?.id.slice("question-".length) ?? 0);

/** A thread in a few lines, for people who have to find out what went wrong in it. */
export const describeThread = ({ id, checkpoints, records }: Thread): string =>
  [
    id,
    ...checkpoints.map(
      ({ id: checkpoint, parent, source, run, attempt, messages, writes }) =>
        `${checkpoint} of ${parent ?? "none"}: ${source}, run ${run}, attempt ${attempt}, ${messages.length} messages, wrote ${writes.messages.map((message) => message.id).join()}`,
    ),
    ...records.map((record) => JSON.stringify(record)),
  ].join("\n");
