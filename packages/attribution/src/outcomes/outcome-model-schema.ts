import { z } from "zod";

import { scorerModelSchema } from "../scorers/scorer-model.ts";
import type { OutcomeModel } from "./fit-in-turn.ts";

/** Shape of a model that was fitted to outcomes. */
export const outcomeModelSchema: z.ZodType<OutcomeModel> = scorerModelSchema.transform((model, context) => {
  if (model.kind === "logit" && model.learntFrom !== undefined)
    return { ...model, learntFrom: model.learntFrom };
  context.addIssue({ code: "custom", message: "Expected a model that was fitted to outcomes" });
  return z.NEVER;
});
