import type { Finding } from "@langgraph-rollback/attributors";
import type { Trajectory } from "@langgraph-rollback/attribution/trajectory";
import { z } from "zod";

const share = z.number().min(0).max(1);
const step = z.int().min(0);
const count = z.int().min(0);

const schema = z.strictObject({
  format: z.literal("langgraph-rollback/finding"),
  version: z.literal(1),
  method: z.string(),
  fingerprint: z.string(),
  /** Whether it was told the right answer, where the data has it. */
  withTruth: z.boolean(),
  /** Counts from 1; more than 1 where methods judge all several times. */
  run: z.int().min(1),
  id: z.string(),
  group: z.string().optional(),
  /** Absent for trajectories that went right. */
  label: z.strictObject({ decisiveStep: step, decisiveAgent: z.string().optional() }).optional(),
  /** Of each step; null where the model gave no usable answer. */
  scores: z.array(share.nullable()),
  step: step.optional(),
  agent: z.string().optional(),
  reason: z.string().optional(),
  reasons: z.array(z.string().nullable()).optional(),
  usage: z.strictObject({
    /** Milliseconds, summed over calls; absent in a replay, which takes no time. */
    latency: z.number().min(0).optional(),
    calls: count,
    inputTokens: z.number().min(0),
    outputTokens: z.number().min(0),
    cost: z.number().min(0).optional(),
    cached: count.optional(),
    shortened: count.optional(),
  }),
  problems: z.array(z.string()),
  /** More that the method knows: rounds of RAFFLES, votes and disagreement of ECHO, the graph of CHIEF. */
  details: z.record(z.string(), z.json()),
});

/** The findings of a method about one trajectory, as they are kept. Texts are the model's, and untrusted. */
export type FindingRecord = z.infer<typeof schema>;

/** The conditions of a finding. */
export interface FindingSource extends Pick<FindingRecord, "method" | "fingerprint" | "withTruth" | "run"> {
  /** Whether answers were replayed. */
  readonly isReplay: boolean;
}

/**
 * A finding as it is kept.
 *
 * @throws {z.ZodError} if it does not fit the format: a method of another package can find anything
 */
export function findingRecord(
  { isReplay, ...source }: FindingSource,
  { id, group, label }: Trajectory,
  finding: Finding,
): FindingRecord {
  const { agent, problems, reason, reasons, scores, step: named, usage, ...details } = finding;
  const { latency, ...counted } = usage;
  const all = {
    format: "langgraph-rollback/finding",
    version: 1,
    ...source,
    id,
    group,
    label: label && { decisiveStep: label.decisiveStep, decisiveAgent: label.decisiveAgent },
    scores,
    step: named,
    agent,
    reason,
    reasons,
    usage: { latency: isReplay ? undefined : latency, ...counted },
    problems,
    details,
  };
  // As it is written: absent where it is undefined, null in lists.
  return schema.parse(JSON.parse(JSON.stringify(all)));
}
