import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import type { BaseMessage } from "@langchain/core/messages";
import { firstWriteScorer } from "@langgraph-rollback/attribution";
import { isTold } from "@langgraph-rollback/example-simulation";
import { withRollback, type EffectOptions } from "langgraph-rollback";
import { topOne } from "langgraph-rollback/policies";

import type { Project } from "../project/new-project.ts";
import { SHOP } from "../project/shop.ts";
import { codeAgent } from "./code-agent.ts";
import { READING } from "./code-tools.ts";
import { verifyProject } from "./verify-project.ts";

export interface CodeDeskOptions {
  readonly model: BaseChatModel;
  /** Whether the files go back, too, or the conversation alone. */
  readonly filesGoBack: boolean;
  /** Awaited when an attempt has ended, before it is judged. */
  readonly onAttempt?: (attempt: number) => Promise<void>;
  /** Awaited when the first attempt has been rolled back, before the next one asks its model. */
  readonly onRewound?: () => Promise<void>;
}

/** Writing is undone with the whole folder; no file has to be put back by itself. */
const EFFECTS: EffectOptions = {
  tools: {
    ...Object.fromEntries(READING.map((name) => [name, "read-only"])),
    write_file: { undo: () => {} },
  },
};

/** The agent with rollback: the project's tests decide whether it is done. */
export function codeDesk({ folder, store }: Project, options: CodeDeskOptions) {
  const { model, filesGoBack, onAttempt, onRewound } = options;
  let awaitsRewind = true;
  const beforeModel = async (messages: readonly BaseMessage[]): Promise<void> => {
    if (!awaitsRewind || !isTold(messages)) return;
    awaitsRewind = false;
    await onRewound?.();
  };
  return withRollback(codeAgent({ folder, model, beforeModel }), {
    verify: async ({ attempt, signal }) => {
      await onAttempt?.(attempt);
      return verifyProject(folder, SHOP, signal);
    },
    maxRollbacks: 1,
    // Without a calibration: back to before the first write. What was read before is kept.
    scorer: firstWriteScorer({ reads: READING, writes: ["write_file"] }),
    policy: topOne(),
    ...(filesGoBack ? { effects: EFFECTS, workspace: { folder, store } } : {}),
  });
}
