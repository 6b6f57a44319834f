import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { readHistory, type EffectRecord } from "langgraph-rollback";
import type { Policy } from "langgraph-rollback/policies";

import type { ForgetfulWorld } from "./forgetful-world.ts";
import { backTo, thread } from "./list-world.ts";
import { besides, WAYS, type Way } from "./ways-to-pay.ts";

/** Longer than a test may take: what waits for it to pass does not come back. */
export const NEVER = 10 * 60_000;

/** Goes back to the start, and does something before. */
export const backToStart = (before: () => void): Policy => ({
  name: "back to the start",
  decide: (context) => {
    before();
    return backTo(0).decide(context);
  },
});

/** Lets what the event loop holds now happen. */
export const aMoment = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

type Told = Pick<EffectRecord, "standing" | "outcome" | "mayStillLand">;

export async function told(saver: Parameters<typeof readHistory>[0], attempt = 1): Promise<readonly Told[]> {
  const [run] = await readHistory(saver, thread);
  const { effects = [] } = run?.attempts[attempt - 1] ?? {};
  return effects.map(({ standing, outcome, mayStillLand }) => ({
    standing,
    outcome,
    ...(mayStillLand === undefined ? {} : { mayStillLand }),
  }));
}

/** A graph in which a node pays, and one beside it throws in the first attempt while the payment is under way. */
export function failingBeside(world: ForgetfulWorld, way: Way, saver?: BaseCheckpointSaver) {
  let attempts = 0;
  const beside = async () => {
    attempts += 1;
    if (attempts > 1) return "beside";
    await world.begun(1);
    throw new TypeError("beside broke");
  };
  return besides({ pay: way.work((key) => world.act(key)), beside }, saver);
}

export const seen = WAYS.filter(({ isSeen }) => isSeen);
/** In a node's own code, a ToolNode is one of the ways that are not seen. */
export const coded = WAYS.filter(({ name }) => name !== "the tool of a ToolNode");
export const unseen = WAYS.filter(({ isSeen }) => !isSeen);
