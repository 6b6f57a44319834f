import { FakeListChatModel } from "@langchain/core/utils/testing";

/** Stands for the reader's own model that judges, in the docs: the first run is wrong, the second is right. */
export const judge = new FakeListChatModel({
  responses: [
    { reason: "3 * 14 is not 45.", reasoning: "3 * 14 is not 45.", ok: false, score: 0 },
    { reason: "3 * 14 is 42.", reasoning: "3 * 14 is 42.", ok: true, score: 0.9 },
  ].map((answer) => JSON.stringify(answer)),
});
