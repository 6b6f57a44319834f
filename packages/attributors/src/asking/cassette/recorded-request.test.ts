import { HumanMessage, SystemMessage } from "@langchain/core/messages";
import { describe, expect, it } from "vitest";

import { recordedRequest, requestKey } from "./recorded-request.ts";

const messages = [new SystemMessage("Judge."), new HumanMessage("This.")];
const keyOf = (options: unknown, settings: Readonly<Record<string, unknown>> = {}) =>
  requestKey(recordedRequest(messages, options, settings));

describe("the key of a request", () => {
  it("is the same whatever the order of settings", () => {
    expect(keyOf({}, { temperature: 0, logprobs: true })).toBe(keyOf({}, { logprobs: true, temperature: 0 }));
  });

  it("differs with messages, settings and the way of asking", () => {
    const asked = { response_format: { type: "json_object" } };
    const other = requestKey(recordedRequest(messages.slice(1), {}, {}));
    expect(new Set([keyOf({}), keyOf({}, { temperature: 0 }), keyOf(asked), other]).size).toBe(4);
  });

  it("is of fields alone, in any order, however a provider words their schema", () => {
    const tool = (properties: object) => ({ tools: [{ function: { parameters: { properties } } }] });
    const one = keyOf(tool({ step: { type: "number" }, reason: { type: "string" } }));
    expect(keyOf(tool({ reason: { type: ["string"] }, step: { type: "integer" } }))).toBe(one);
    expect(keyOf(tool({ step: { type: "number" } }))).not.toBe(one);
  });

  it("has nothing of keys, addresses or headers", () => {
    const secret = { apiKey: "sk-1", headers: { authorization: "sk-1" }, baseURL: "https://internal" };
    expect(recordedRequest(messages, secret, {})).toEqual(recordedRequest(messages, {}, {}));
  });
});
