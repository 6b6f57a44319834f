import type { Redact } from "@langgraph-rollback/attribution";

import type { AnswerGate, GatedModelCall } from "../answers/answer-gate.ts";
import type { ModelAnswer } from "../answers/recorded-answer.ts";
import { asError } from "../attempts/attempt/attempt-end.ts";
import { declaredEffectOf } from "../effects/declaring/declared-effect.ts";
import type { CallAnswers } from "./call-answers.ts";
import type { CallLog } from "./call-log.ts";
import { actKey, type RecordedResults } from "./recorded-results.ts";

/** @internal Answers tools as they are to be answered, and lets models run unless their recorded answers are to be given. */
export function replayGate(
  answers: CallAnswers,
  models: RecordedResults<ModelAnswer> | undefined,
  log: CallLog,
  redact: Redact | undefined,
): AnswerGate {
  return {
    redact,
    model: async ({ name, key, prompt }: GatedModelCall) => {
      const call = { kind: "model" as const, name, args: prompt };
      const end = await models?.take([key]);
      if (end === undefined) {
        if (models !== undefined)
          log.refuse(
            call,
            "The recorded run holds no call of a model with this prompt. Calls of models are recorded with `record: { models: true }`.",
          );
        log.note({ ...call, answer: "ran" });
        return undefined;
      }
      log.note({ ...call, answer: "recorded" });
      if (end.outcome === "failed") throw asError(end.error);
      return { answer: end.value };
    },
    tool: ({ tool, name, key, args }) =>
      answers.of({
        kind: "tool",
        name,
        args,
        keys: [key, actKey("tool", name, args)],
        metadata: metadataOf(tool),
        declared: declaredEffectOf(tool),
      }),
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
