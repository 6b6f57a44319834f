// For those who let people act on runs: on a page, in a terminal, or by code.
export { answerRollback } from "./answer-rollback.ts";
export { deleteThread } from "./delete-thread.ts";
export type { ThreadDeletion } from "./delete-thread.ts";
export { forkThread } from "./fork-thread.ts";
export { previewActions } from "./preview-actions.ts";
export type { ActionPreview } from "./preview-actions.ts";
export { previewAnswer } from "./preview-answer.ts";
export { retryFrom } from "./retry-from.ts";
export { settleEffect } from "./settle-effect.ts";
export { stopRun } from "./stop-run.ts";
export { whatIf } from "./what-if.ts";
export type { WhatIfRules } from "./what-if.ts";
