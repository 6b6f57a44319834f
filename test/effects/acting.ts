import { randomUUID } from "node:crypto";

import { ToolMessage } from "@langchain/core/messages";
import type { RunnableConfig } from "@langchain/core/runnables";
import { tool, type StructuredToolInterface } from "@langchain/core/tools";
import { getConfig, interrupt, task } from "@langchain/langgraph";
import { effect, effectKey, getReplanNote } from "langgraph-rollback";
import { HoldRefusedError } from "langgraph-rollback/errors";
import { z } from "zod";

import type { Life } from "./life.ts";
import { HELD, type ActPlan, type NodePlan } from "./program.ts";
import type { World } from "./world.ts";

/** A process of the program. */
export interface Process {
  readonly world: World;
  readonly life: Life;
  /** Without rollback nothing has a key: each call is an act of its own. */
  readonly isBare?: boolean;
}

const keyOf = ({ isBare = false }: Process, config: RunnableConfig): string | undefined =>
  effectKey(config) ?? (isBare ? randomUUID() : undefined);

/** Error that the programs throw on purpose. */
export class PlannedError extends Error {
  override readonly name = "PlannedError";
}

/** A key as results and error messages carry it into the state. */
export const marked = (key: string): string => `«${key}»`;

/** Whether a program throws an error on purpose: one of its own, or that of an act without a receipt. */
const isPlannedError = (error: unknown): error is Error =>
  error instanceof PlannedError || error instanceof HoldRefusedError;

/** All keys that some value carries. */
export const keysIn = (value: unknown): readonly string[] => [
  ...new Set([...JSON.stringify(value).matchAll(/«([^»]+)»/gu)].map(([, key]) => key ?? "")),
];

const attemptIn = ({ metadata }: RunnableConfig): number => Number(metadata?.["rollback_attempt"] ?? 0);

/** After how many milliseconds a late act lands: rollbacks wait for {@link OPEN_TIMEOUT} only. */
const LATE = 45;
export const OPEN_TIMEOUT = 20;

/** Lands one act in the world; its first calls may throw, before that or after. */
async function land(
  { world, life }: Process,
  node: string,
  plan: ActPlan,
  { key, attempt }: { readonly key: string | undefined; readonly attempt: number },
): Promise<string> {
  const { name, arg, fails, slow, late = false } = plan;
  if (key !== undefined) world.called(key);
  if (slow) await life.sleep(2);
  const fail = await life.operation(
    () => fails !== undefined && world.count(`act ${node} ${name} ${arg}`) <= fails.times,
  );
  if (fail && fails?.landed === false) throw new PlannedError(`${name} did not land`);
  if (key === undefined) return "looked";
  const act = { name, args: arg, attempt };
  world.did(node, name, arg);
  if (late) await life.wait(await life.operation(() => ({ end: world.take(key, act, LATE) })));
  else await life.operation(() => world.act(key, act));
  if (fail) throw new PlannedError(`${name} landed, but ${marked(key)} was not heard of`);
  return marked(key);
}

/** Arguments of an act. */
export const argsSchema = z.object({ arg: z.number(), node: z.string() });

const argsOf = (node: string, { arg }: ActPlan): z.infer<typeof argsSchema> => ({ arg, node });

/** The tools that a node calls, one for each name. */
export function toolsOf(
  process: Process,
  node: string,
  { groups, kind, asks }: NodePlan,
): StructuredToolInterface[] {
  const acts = groups.flat();
  return [...new Set(acts.map(({ name }) => name))].map((name) =>
    tool(
      async ({ arg }, config: RunnableConfig) => {
        const plan = acts.find((act) => act.name === name && act.arg === arg);
        if (plan === undefined) throw new RangeError(`${node} has no act ${name} ${arg}.`);
        const key = name === "look" ? undefined : keyOf(process, config);
        // As far as anybody sees, it has begun before it asks.
        if (key !== undefined) process.world.called(key);
        if (asks === true && (kind === "tools" || kind === "sent-tools")) interrupt(`May I ${name}?`);
        return land(process, node, plan, { key, attempt: attemptIn(config) });
      },
      { name, description: name, schema: argsSchema },
    ),
  );
}

/** Whether an act is to be done, as far as the state and the note say. */
export function isDue({ when }: ActPlan, said: readonly string[], config: RunnableConfig): boolean {
  if (when === "always") return true;
  if (when === "even") return said.length % 2 === 0;
  return (getReplanNote(config) === undefined) === (when === "first");
}

/** Does the acts of a node one group after the other. @returns the keys that it used, marked */
export async function doActs(
  process: Process,
  node: string,
  plan: NodePlan,
  { said, groups }: { readonly said: readonly string[]; readonly groups: NodePlan["groups"] },
  config: RunnableConfig,
): Promise<string[]> {
  const tools = toolsOf(process, node, plan);
  const one = async (act: ActPlan, within: RunnableConfig): Promise<string> => {
    try {
      // Nothing but callbacks tells of a tool that a node's code calls, so that it cannot be held.
      return act.by === "tool" && act.name !== HELD
        ? await byTool(tools, act, node, within)
        : await effect(within, {
            name: act.name,
            args: argsOf(node, act),
            act: ({ key }) =>
              land(process, node, act, {
                key: act.name === "look" ? undefined : key,
                attempt: attemptIn(within),
              }),
          });
    } catch (error) {
      if (act.fails?.caught !== true || !isPlannedError(error)) throw error;
      return error.message;
    }
  };
  const inTask = task(`${node}_act`, (act: ActPlan) => one(act, getConfig()));
  const results: string[] = [];
  for (const [nth, group] of groups.entries()) {
    const due = group.filter((act) => isDue(act, said, config));
    results.push(
      ...(await Promise.all(due.map((act) => (plan.kind === "tasks" ? inTask(act) : one(act, config))))),
    );
    if (nth === 0 && plan.asks === true) interrupt(`May ${node} go on?`);
  }
  return results;
}

async function byTool(
  tools: readonly StructuredToolInterface[],
  act: ActPlan,
  node: string,
  config: RunnableConfig,
): Promise<string> {
  const called: unknown = await tools
    .find(({ name }) => name === act.name)
    ?.invoke(argsOf(node, act), config);
  return called instanceof ToolMessage ? called.text : String(called);
}

/** A node that is one effect itself. */
export async function beEffect(process: Process, node: string, config: RunnableConfig): Promise<string[]> {
  const { world, life } = process;
  const key = keyOf(process, config);
  if (key === undefined) throw new RangeError(`${node} is no effect.`);
  world.did(node, "node", 0);
  await life.operation(() => world.act(key, { name: "node", args: node, attempt: attemptIn(config) }));
  return [marked(key)];
}

/** Calls of a message to the tools of a node. */
export const callsOf = (node: string, { groups }: NodePlan, due: (act: ActPlan) => boolean) =>
  groups
    .flat()
    .filter(due)
    .map((act) => ({
      name: act.name,
      args: argsOf(node, act),
      // As models make them: another one on each attempt.
      id: randomUUID(),
      type: "tool_call" as const,
    }));
