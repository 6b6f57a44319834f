import { EffectsUnreadableError } from "./effects-unreadable-error.ts";
import { UndoFailedError } from "./undo-failed-error.ts";
import { UndoMissingError } from "./undo-missing-error.ts";

/** @internal Whether an error says that effects stand that should have been undone: a run must not continue over them. */
export const isEffectError = (error: unknown): boolean =>
  error instanceof UndoFailedError ||
  error instanceof UndoMissingError ||
  error instanceof EffectsUnreadableError;
