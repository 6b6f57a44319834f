import type { ActingView } from "../../../src/shared/acting/acting-view.ts";
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

/** Words once an answer or a retry was taken: who carries it out. */
export function takenWords(what: string, { queued }: Pick<ActingView, "queued">): string {
  return queued === undefined || queued.hasEnded
    ? `${what} The next attempt has started.`
    : `${what} A worker of the queue goes on with the run.`;
}
