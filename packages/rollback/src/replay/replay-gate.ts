import type { Redact } from "@langgraph-rollback/attribution";

import type { AnswerGate, GatedModelCall } from "../answers/answer-gate.ts";
import { actKey } from "../answers/call-key.ts";
import type { ModelAnswer } from "../answers/recorded-answer.ts";
import { asError } from "../attempts/attempt/attempt-end.ts";
import { declaredEffectOf } from "../effects/declaring/declared-effect.ts";
import { nodeOf } from "../langgraph/act-task.ts";
import { nameOfTool } from "../effects/intercepting/tools-of-graph.ts";
import type { CallAnswers } from "./call-answers.ts";
import type { CallLog } from "./call-log.ts";
import type { RecordedResults } from "./recorded-results.ts";

/** @internal How models are answered from a recording. */
export interface ModelRules {
  readonly recorded: RecordedResults<ModelAnswer>;
  /** Sentences with the remedy, where a call that is not recorded has no answer. Absent: the model runs then. */
  readonly whyMissing?: ((node: string) => string) | undefined;
}

/**
 * @internal Answers tools as they are to be answered, and models from their recorded answers.
 *
 * @param models `undefined`: they run
 */
export function replayGate(
  answers: CallAnswers,
  models: ModelRules | undefined,
  log: CallLog,
  redact: Redact | undefined,
): AnswerGate {
  return {
    redact,
    model: async ({ name, key, prompt, task }: GatedModelCall) => {
      const call = { kind: "model" as const, name, args: prompt };
      const end = await models?.recorded.take([key]);
      if (end === undefined) {
        if (models?.whyMissing !== undefined) log.refuse(call, models.whyMissing(nodeOf(task)));
        log.note({ ...call, answer: "ran" });
        return undefined;
      }
      log.note({ ...call, answer: "recorded" });
      if (end.outcome === "failed") throw asError(end.error);
      return { answer: end.value };
    },
    tool: ({ tool, name: ofRun, key, args, task }) => {
      // A run may be named otherwise than its tool.
      const name = nameOfTool(tool) ?? ofRun;
      return answers.of({
        node: nodeOf(task),
        kind: "tool",
        name,
        args,
        keys: [key, actKey("tool", name, args, redact)],
        metadata: metadataOf(tool),
        declared: declaredEffectOf(tool),
      });
    },
    ungated: ({ kind, name }) => {
      const call = { kind, name, args: undefined };
      if (kind === "tool" || models !== undefined)
        log.refuse(
          call,
          "It cannot be answered: it is of another copy of @langchain/core, or of a class that calls in a way of its own.",
        );
      log.note({ ...call, answer: "ran" });
      return true;
    },
  };
}

function metadataOf(tool: object): Readonly<Record<string, unknown>> {
  const metadata: unknown = Reflect.get(tool, "metadata");
  return typeof metadata === "object" && metadata !== null
    ? Object.fromEntries(Object.entries(metadata))
    : {};
}
