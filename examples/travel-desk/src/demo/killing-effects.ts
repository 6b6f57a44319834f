import type { EffectDeclaration, EffectOptions } from "langgraph-rollback";
import { z } from "zod";

import type { Desk } from "../agent/open-desk.ts";
import { travelEffects } from "../agent/travel-effects.ts";
import { receipt } from "../agent/waiting-acts.ts";
import { pay } from "../world/money.ts";

/** Moments at which a process of the story is killed: something has just happened, and nobody has noted that down yet. */
export type KilledWhile = "undoing" | "releasing";

/** The effects of a desk whose process is killed after it has undone the insurance, or after it has released the payment. */
export function killingEffects(desk: Desk, killed: KilledWhile): EffectOptions {
  const effects = travelEffects(desk);
  return { ...effects, tools: { ...effects.tools, ...KILLING[killed](desk) } };
}

const KILLING: Readonly<Record<KilledWhile, (desk: Desk) => Readonly<Record<string, EffectDeclaration>>>> = {
  undoing: ({ insurer }) => ({
    buy_insurance: {
      undo: async ({ key }) => {
        await insurer.cancel(key);
        return killThisProcess();
      },
    },
  }),
  releasing: ({ database }) => ({
    pay: {
      hold: {
        receipt,
        release: async ({ key, args }) => {
          await pay(database, key, z.object({ amount: z.number() }).parse(args));
          return killThisProcess();
        },
      },
    },
  }),
};

function killThisProcess(): Promise<never> {
  process.kill(process.pid, "SIGKILL");
  // The signal may arrive after this line.
  return new Promise(() => {});
}
