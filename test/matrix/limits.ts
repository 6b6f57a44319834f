import type { Shape } from "./shape.ts";
import { cachedNode } from "./shapes/cached-nodes.ts";
import { untrackedLost } from "./shapes/untracked.ts";

/** Shapes that no rollback can make right; docs/shapes.md says why. Each ends as given up, and says so. */
export const limits: readonly Shape[] = [cachedNode, untrackedLost];
