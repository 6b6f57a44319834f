import type { ActionBodies } from "../../../src/shared/acting/requests.ts";

export type EffectAction = ActionBodies["effect"]["action"];

/** Buttons of effects, and what each does. */
export const EFFECT_ACTIONS: Readonly<
  Record<EffectAction, { readonly name: string; readonly does: string }>
> = {
  undo: {
    name: "Undo",
    does: "Calls the undo that the agent declares for it. The graph is not run, and its state stays as it is.",
  },
  release: { name: "Release", does: "Carries out the act that is held. Nothing takes that back here." },
  discard: { name: "Discard", does: "Gives the act up that is held: it never takes place." },
};
