import { z } from "zod";

import { ANALYSIS } from "./analysis-answer.ts";
import { LEVEL_WORDS } from "./context-levels.ts";
import { CONTEXT_PATTERNS, LEVEL_TYPES } from "./context-type.ts";
import { DIGEST_RULE } from "./digest.ts";
import type { EchoSettings } from "./echo-settings.ts";
import { EXTRACT_ASK, EXTRACT_INSTRUCTIONS, EXTRACTS } from "./model-extracts.ts";
import { INSTRUCTIONS, ROLE_TEXTS, SUBJECT_TEXTS } from "./prompts.ts";

/** @internal Changes with prompts, settings and extraction. */
export function echoVersion(settings: EchoSettings): unknown {
  const prompts = [INSTRUCTIONS, ROLE_TEXTS, SUBJECT_TEXTS, z.toJSONSchema(ANALYSIS)];
  const extraction =
    settings.extraction === "model" ? [EXTRACT_INSTRUCTIONS, EXTRACT_ASK, z.toJSONSchema(EXTRACTS)] : [];
  const patterns = Object.entries(CONTEXT_PATTERNS).map(([type, { pattern, prefer }]) => [
    type,
    pattern.source,
    prefer,
  ]);
  return [prompts, extraction, patterns, LEVEL_TYPES, LEVEL_WORDS, DIGEST_RULE, settings];
}
