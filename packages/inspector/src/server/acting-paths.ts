import type { ActionBodies } from "../shared/acting/requests.ts";

const ACTIONS = [
  "answer",
  "retry",
  "what-if",
  "effect",
  "fork",
  "stop",
  "cancel",
  "delete",
] as const satisfies readonly (keyof ActionBodies)[];

/** Paths of the routes that act on threads; there are none where the inspector was given no agent. */
export const ACTING_PATHS: readonly string[] = ACTIONS.map((action) => `/api/act/${action}`);
