import { describe, expect, it } from "vitest";

import { openModel } from "./open-model.ts";

const options = { data: ["no-such-folder/failures.jsonl"], model: "mine" };

describe("openModel", () => {
  it.each([
    { OPENAI_API_KEY: "key" },
    { OPENAI_BASE_URL: "http://127.0.0.1:1/v1" },
    { OPENAI_API_KEY: "", OPENAI_BASE_URL: "http://127.0.0.1:1/v1" },
  ])("asks the endpoint of %j", (env) => {
    expect(openModel(options, env).source).toEqual({ name: "mine", from: "endpoint" });
  });

  it.each([{}, { OPENAI_API_KEY: "" }, { OPENAI_API_KEY: " ", OPENAI_BASE_URL: "" }])(
    "takes %j for no endpoint, and says what it looked for",
    (env) => {
      expect(() => openModel(options, env)).toThrow(
        'or `--cassette`; there is no "no-such-folder/failures.cassette.jsonl" either.',
      );
    },
  );
});
