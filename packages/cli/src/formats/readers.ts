import { fromAutogen, isAutogen } from "./autogen/from-autogen.ts";
import { fromClaudeCode, isClaudeCode } from "./claude-code/from-claude-code.ts";
import { fromCodex, isCodex } from "./codex/from-codex.ts";
import type { ImportFormat } from "./import-formats.ts";
import type { Imported, ImportedFile, TraceReader } from "./imported.ts";
import { fromOtlp } from "./otlp/from-otlp.ts";
import { isOtlp } from "./otlp/spans-in.ts";
import { fromLangfuse, isLangfuse } from "./langfuse/from-langfuse.ts";
import { fromLangsmith, isLangsmith } from "./langsmith/from-langsmith.ts";
import { fromOpenaiChat, isOpenaiChat } from "./openai-chat/from-openai-chat.ts";
import { fromTau2 } from "./tau2/from-tau2.ts";
import { isTau2 } from "./tau2/simulation.ts";
import { isOwnFormat } from "./published/from-own-format.ts";
import { isWhoAndWhen } from "./published/from-who-and-when.ts";
import { PUBLISHED } from "./published/published.ts";

/** One format: how it is read, and how it is known. */
export interface Format {
  readonly read: TraceReader;
  /** Whether a file whose first JSON value (of a list: its first item) is this has the format. Absent: it has to be named. */
  readonly isLike?: (first: unknown) => boolean;
}

/** The reader of each format. A new one is one more entry here and in `IMPORT_FORMATS`; the first that is like a file reads it. */
export const FORMATS: Readonly<Record<ImportFormat, Format>> = {
  "langgraph-rollback": { read: atOnce(PUBLISHED["langgraph-rollback"]), isLike: isOwnFormat },
  "who-and-when": { read: atOnce(PUBLISHED["who-and-when"]), isLike: isWhoAndWhen },
  reasoneval: { read: atOnce(PUBLISHED.reasoneval) },
  agentprocessbench: { read: atOnce(PUBLISHED.agentprocessbench) },
  otlp: { read: fromOtlp, isLike: isOtlp },
  langsmith: { read: fromLangsmith, isLike: isLangsmith },
  langfuse: { read: fromLangfuse, isLike: isLangfuse },
  // Simulations have messages like chats.
  tau2: { read: fromTau2, isLike: isTau2 },
  "openai-chat": { read: fromOpenaiChat, isLike: isOpenaiChat },
  "claude-code": { read: fromClaudeCode, isLike: isClaudeCode },
  codex: { read: fromCodex, isLike: isCodex },
  autogen: { read: fromAutogen, isLike: isAutogen },
};

function atOnce(read: (file: ImportedFile) => readonly Imported[]): TraceReader {
  return async function* ({ stem, text }) {
    yield* read({ stem, text: await text() });
  };
}
