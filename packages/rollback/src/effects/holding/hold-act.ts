import { HoldRefusedError } from "../../errors/hold-refused-error.ts";
import type { Act, ActStart, Holding } from "../act.ts";
import type { EffectRule } from "../declaring/effect-rules.ts";
import type { EffectClass } from "../effect-record.ts";
import { receiptOf } from "./receipt.ts";

/** @internal The class that is noted down. Of a run that is only observed nothing is held: all of it takes place. */
export function classToNote({ class: declared }: EffectRule, isObserved: boolean): EffectClass {
  if (declared === "read-only") return "unknown";
  return declared === "held" && isObserved ? "irreversible" : declared;
}

/** @internal Refuses to hold an act that nobody could hold, or carry out later. @throws {HoldRefusedError} */
export function checkHold(start: ActStart, { handling }: EffectRule, holding: Holding): void {
  const { canReuse, name } = start;
  if ("whyNot" in holding) throw new HoldRefusedError(name, holding.whyNot);
  if (!canReuse)
    throw new HoldRefusedError(
      name,
      "Only callbacks tell of its call, which comes too late: the code of a node or of another tool calls it, or an agent in there. Declare it by `withEffect`.",
    );
  if (handling?.hold?.release === undefined && !holding.isFound(start))
    throw new HoldRefusedError(
      name,
      "Nobody could carry it out later. Say how in `effects`: `{ hold: { release } }`.",
    );
}

/** @internal An act that is held: its receipt stands for its result. */
export async function heldAct(begun: Act, { args, name }: ActStart, { handling }: EffectRule): Promise<Act> {
  try {
    const result = receiptOf(handling, { name, args, key: begun.key });
    await begun.ended({ outcome: "done", result });
    return { key: begun.key, reused: { result }, ended: () => Promise.resolve() };
  } catch (error) {
    await begun.ended({ outcome: "failed", error, wasCalled: false });
    throw error;
  }
}
