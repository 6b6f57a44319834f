import { z } from "zod";

import type { AskedRollbackView } from "../shared/view/waiting-view.ts";
import { oneLine, shortened } from "../shared/words/shortened.ts";

/** Characters of a note, of a call, and effects and models that are shown. */
const LONG = 20_000;
const CALL = 200;
const SHOWN = 100;

const effects = z.array(z.object({ name: z.string(), args: z.string(), step: z.number().optional() }));

/** The part of a `RollbackQuestion` that is shown. A newer version may add to it. */
const question = z.object({
  type: z.literal("rollback:approve"),
  attempt: z.number(),
  reason: z.string(),
  step: z.number(),
  scores: z.array(z.number()),
  set: z.object({ start: z.number(), end: z.number(), status: z.enum(["bounded", "unbounded"]) }),
  note: z.string().optional(),
  undo: effects,
  cannotUndo: effects,
  spent: z
    .object({
      steps: z.number(),
      tokens: z
        .array(z.object({ model: z.string().optional(), input: z.number(), output: z.number() }))
        .optional(),
    })
    .optional(),
  handedOver: z.literal(true).optional(),
});

/** The rollback that an interrupt's value asks about, within bounds; `undefined` if it asks something else. */
export function askedRollbackIn(
  value: unknown,
): { readonly reason: string; readonly view: AskedRollbackView } | undefined {
  const parsed = question.safeParse(value);
  if (!parsed.success) return undefined;
  const { attempt, cannotUndo, handedOver, note, reason, scores, set, spent, step, undo } = parsed.data;
  return {
    reason,
    view: {
      attempt,
      step,
      scores,
      set,
      note: note === undefined ? undefined : shortened(note, LONG).text,
      undo: undo.slice(0, SHOWN).map(callOf),
      cannotUndo: cannotUndo.slice(0, SHOWN).map(callOf),
      spent: spent && {
        steps: spent.steps,
        tokens: (spent.tokens ?? []).slice(0, SHOWN).map(({ model, ...tokens }) => ({
          ...tokens,
          ...(model === undefined ? {} : { model: oneLine(model, CALL) }),
        })),
      },
      handedOver,
    },
  };
}

function callOf({ args, name, step }: z.infer<typeof effects>[number]): string {
  return `${oneLine(`${name} ${args}`, CALL)}${step === undefined ? "" : ` (step ${step + 1})`}`;
}
