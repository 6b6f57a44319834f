import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { json } from "node:stream/consumers";

import { InMemoryCache } from "@langchain/core/caches";
import { ChatOpenAI } from "@langchain/openai";
import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";

import { labelledFailures } from "../../fixtures/labelled-failures.ts";
import { askedIn } from "../../fixtures/step-judges.ts";
import { startOpenaiServer, type OpenaiServer, type ServerScript } from "../../testing/index.ts";
import { exportTrainingSet } from "./export-training-set.ts";
import { fineTuned } from "./fine-tuned.ts";
import { httpClassifier } from "./step-classifier.ts";

const pens = labelledFailures.find(({ id }) => id === "pens");
if (pens === undefined) throw new Error("The fixture is missing.");
const evidence = { trajectory: pens };

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(() => Promise.all(cleanups.splice(0).map((cleanup) => cleanup())));

const serving = async (script: ServerScript, unsupported: readonly "logprobs"[] = []) => {
  const server = await startOpenaiServer(script, { unsupported });
  cleanups.push(() => server.close());
  return server;
};
const tuned = ({ baseURL }: OpenaiServer, cache?: InMemoryCache) =>
  fineTuned({
    ...(cache === undefined ? {} : { cache }),
    model: new ChatOpenAI({ model: "tuned", apiKey: "none", maxRetries: 0, configuration: { baseURL } }),
  });
const stepOf = (texts: readonly string[]) => askedIn(texts.join("\n")).step ?? 0;
const stepIn: (request: Parameters<ServerScript>[0]) => number = ({ messages }) =>
  stepOf(messages.map(({ content }) => content));

/** An answer with the probabilities of the label's token. */
const labelled = (decisive: string, top: Readonly<Record<string, number>>) => ({
  content: `{"decisive":"${decisive}"}`,
  logprobs: [
    { token: '{"decisive":"', logprob: 0 },
    {
      token: decisive,
      logprob: Math.log(top[decisive] ?? 1),
      top: Object.entries(top).map(([token, probability]) => ({ token, logprob: Math.log(probability) })),
    },
    { token: '"}', logprob: 0 },
  ],
});

describe("fineTuned, at an endpoint that speaks OpenAI's protocol", () => {
  it("scores each step by the probability of yes against no", async () => {
    const yes = [0.05, 0.6, 0.2, 0.1];
    const server = await serving((request) => {
      const one = yes[stepIn(request) - 1] ?? 0;
      return one > 0.5
        ? labelled("yes", { yes: one, no: 0.3, maybe: 0.1 })
        : labelled("no", { no: 0.9 - one, yes: one, maybe: 0.1 });
    });
    const { scores, step, agent, usage } = await tuned(server).attribute(evidence);
    const expected = [0.05 / 0.9, 0.6 / 0.9, 0.2 / 0.9, 0.1 / 0.9];
    scores.forEach((score, index) => expect(score).toBeCloseTo(expected[index] ?? -1, 9));
    expect({ step, agent, calls: usage.calls }).toEqual({ step: 1, agent: "solver", calls: 4 });
    expect(
      server.requests.every(
        ({ logprobs, response_format, tools }) => logprobs === true && !response_format && !tools,
      ),
    ).toBe(true);
  });

  it("goes by the label itself where the endpoint tells no probabilities", async () => {
    const server = await serving((request) => ({
      json: { decisive: stepIn(request) === 2 ? "yes" : "no" },
      logprobs: [],
    }));
    const { scores } = await tuned(server).attribute(evidence);
    expect(scores).toEqual([0, 1, 0, 0]);
  });

  it("continues without probabilities if the endpoint refuses them", async () => {
    const server = await serving(
      (request) => ({ json: { decisive: stepIn(request) === 2 ? "yes" : "no" } }),
      ["logprobs"],
    );
    const { scores } = await tuned(server).attribute(evidence);
    expect(scores).toEqual([0, 1, 0, 0]);
    expect(server.requests.filter(({ logprobs }) => logprobs === true)).toHaveLength(1);
  });

  it("scores to the bit what it has scored before, from its cache", async () => {
    const server = await serving(() => labelled("no", { no: 0.7, yes: 0.2 }));
    const method = tuned(server, new InMemoryCache());
    const { scores } = await method.attribute(evidence);
    const again = await method.attribute(evidence);
    expect(again.scores).toEqual(scores);
    expect(again.usage).toMatchObject({ calls: 0, cached: 4 });
    expect(server.requests).toHaveLength(4);
  });

  it("leaves a step without a score where the answer is no label", async () => {
    const server = await serving((request) =>
      stepIn(request) === 3 ? "perhaps" : labelled("no", { no: 0.75, yes: 0.25 }),
    );
    const { scores, problems } = await tuned(server).attribute(evidence);
    expect(scores).toEqual([0.25, 0.25, undefined, 0.25]);
    expect(problems[0]).toMatch(/^Step 3: /);
  });

  it("sends what the model was trained on, to the letter", async () => {
    const server = await serving(() => labelled("no", { no: 1 }));
    await tuned(server).attribute(evidence);
    const { train } = exportTrainingSet([pens], { seed: 1, validation: 0 });
    const trained = [...train].map((line): unknown => JSON.parse(line));
    const sent = server.requests
      .toSorted((one, other) => stepIn(one) - stepIn(other))
      .map(({ messages }) => messages.map(({ role, content }) => ({ role, content })));
    expect(trained).toEqual(
      sent.map((messages, index) => ({
        messages: [
          ...messages,
          { role: "assistant", content: `{"decisive":"${index === 1 ? "yes" : "no"}"}` },
        ],
      })),
    );
  });
});

/** A route as vLLM's: answers a list of texts with the probabilities of two classes. */
const classifying = async (
  answer: (texts: readonly string[]) => {
    readonly status?: number;
    readonly data: unknown;
    readonly silent?: boolean;
  },
): Promise<{ readonly url: string; readonly keys: (string | undefined)[] }> => {
  const keys: (string | undefined)[] = [];
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { input } = z.object({ input: z.array(z.string()) }).parse(await json(request));
    const { status = 200, data, silent = false } = answer(input);
    if (silent) return;
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify({ data }));
  };
  const server = createServer((request, response) => {
    keys.push(request.headers.authorization);
    void respond(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  cleanups.push(
    () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  );
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}/classify`, keys };
};
const probabilities = (texts: readonly string[], of: (step: number) => number) =>
  texts.map((text, index) => {
    const yes = of(stepOf([text]));
    return { index, label: "LABEL_1", probs: [1 - yes, yes], num_classes: 2 };
  });

describe("fineTuned, at a classification route", () => {
  it("scores each step by the probability of the last class, a few steps in a request", async () => {
    const long = labelledFailures.find(({ steps }) => steps.length === 14);
    if (long === undefined) throw new Error("The fixture is missing.");
    const { url, keys } = await classifying((texts) => ({ data: probabilities(texts, (step) => step / 20) }));
    const classifier = httpClassifier({ url, model: "tuned", apiKey: "secret" });
    const { scores, step, usage } = await fineTuned({ classifier }).attribute({ trajectory: long });
    scores.forEach((score, index) => expect(score).toBeCloseTo((index + 1) / 20, 12));
    expect({ step, calls: usage.calls }).toEqual({ step: 13, calls: 2 });
    expect(keys).toEqual(["Bearer secret", "Bearer secret"]);
  });

  it("can be told which class means decisive", async () => {
    const { url } = await classifying((texts) => ({ data: probabilities(texts, () => 0.25) }));
    const classifier = httpClassifier({ url, model: "tuned", decisiveClass: 0 });
    const { scores } = await fineTuned({ classifier }).attribute(evidence);
    expect(scores).toEqual([0.75, 0.75, 0.75, 0.75]);
  });

  it("sends what the model was trained on, redacted", async () => {
    const seen: string[] = [];
    const { url } = await classifying((texts) => {
      seen.push(...texts);
      return { data: probabilities(texts, () => 0.5) };
    });
    const redact = (text: string) => text.replaceAll("solver", "agent");
    await fineTuned({ classifier: httpClassifier({ url, model: "tuned", redact }) }).attribute(evidence);
    const { train } = exportTrainingSet([pens], { seed: 1, validation: 0, format: "classification", redact });
    expect([...train].map((line): unknown => JSON.parse(line))).toEqual(
      seen.map((text, index) => ({ text, label: index === 1 ? 1 : 0 })),
    );
    expect(seen.join("\n")).not.toContain("solver");
  });

  it("waits for it no longer than the timeout, and not at all once aborted", async () => {
    const { url } = await classifying(() => ({ data: undefined, silent: true }));
    const classifier = httpClassifier({ url, model: "tuned", timeout: 20 });
    const { scores, problems } = await fineTuned({ classifier }).attribute(evidence);
    expect(scores).toEqual([undefined, undefined, undefined, undefined]);
    expect(problems[0]).toContain("within 20 ms");
    const stop = new AbortController();
    const patient = fineTuned({ classifier: httpClassifier({ url, model: "tuned" }) });
    const found = patient.attribute(evidence, stop.signal);
    stop.abort(new Error("enough"));
    await expect(found).rejects.toThrow("enough");
  });

  it.each([
    ["an error", () => ({ status: 503, data: [] }), "status 503"],
    ["too few probabilities", () => ({ data: [] }), "left out text 1"],
    ["something else", () => ({ data: "soon" }), "data"],
  ])("leaves its steps without scores where it answers with %s", async (_, answer, problem) => {
    const { url } = await classifying(answer);
    const classifier = httpClassifier({ url, model: "tuned" });
    const { scores, problems } = await fineTuned({ classifier }).attribute(evidence);
    expect(scores).toEqual([undefined, undefined, undefined, undefined]);
    expect(problems[0]).toContain(problem);
  });
});
