import { Embeddings } from "@langchain/core/embeddings";
import { ChatOpenAI } from "@langchain/openai";
import type { LabelledTrajectory } from "@langgraph-rollback/attribution/trajectory";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";

import { everyAttributor } from "./fixtures/every-attributor.ts";
import { leakyFailure, redactSecrets, secretsIn } from "./fixtures/leaky-failure.ts";
import { perfectAnswer } from "./fixtures/perfect-judge.ts";
import { chief, exportTrainingSet, fineTuned } from "./index.ts";
import type { StepClassifier } from "./methods/fine-tuned/step-classifier.ts";
import { scriptedModel, startOpenaiServer, type OpenaiServer } from "./testing/index.ts";

/** Embeddings that note down what they are given. */
class HeardEmbeddings extends Embeddings {
  readonly #heard: string[];

  constructor(heard: string[]) {
    super({});
    this.#heard = heard;
  }

  override embedDocuments(texts: string[]): Promise<number[][]> {
    this.#heard.push(...texts);
    return Promise.resolve(texts.map((text) => [text.length, 1]));
  }

  override async embedQuery(text: string): Promise<number[]> {
    const [vector = []] = await this.embedDocuments([text]);
    return vector;
  }
}

const servers: OpenaiServer[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

/** A chat model at a server whose model knows the label, and all that the server was sent. */
async function knowing(): Promise<{
  readonly model: ChatOpenAI;
  readonly sent: () => readonly string[];
  readonly about: (trajectory: LabelledTrajectory) => void;
}> {
  let asked: LabelledTrajectory | undefined;
  const server = await startOpenaiServer(({ messages }) => {
    if (asked === undefined) throw new Error("The question names no step.");
    return { json: perfectAnswer(messages.map(({ content }) => content).join("\n"), asked) };
  });
  servers.push(server);
  const configuration = { baseURL: server.baseURL };
  let before = 0;
  return {
    model: new ChatOpenAI({ model: "any", apiKey: "none", maxRetries: 0, configuration }),
    // Parallel questions come in any order.
    sent: () =>
      server.requests
        .slice(before)
        .map((request) => JSON.stringify(request))
        .toSorted(),
    about: (trajectory) => {
      asked = trajectory;
      before = server.requests.length;
    },
  };
}

describe.each(Object.entries(everyAttributor))("%s, with a redactor", (_, make) => {
  it.each([
    ["with room for all of it", {}],
    ["in a prompt that is too small for it", { contextTokens: 3000 }],
  ])("sends nothing that the redactor takes out, wherever the run holds it, %s", async (__, room) => {
    const { about, model, sent } = await knowing();
    const attributor = make(model, { redact: redactSecrets, ...room });
    await fc.assert(
      fc.asyncProperty(leakyFailure, async (evidence) => {
        about(evidence.trajectory);
        await attributor.attribute(evidence);
        expect(sent()).not.toEqual([]);
        expect(secretsIn(sent().join("\n"))).toEqual([]);
      }),
      { numRuns: 8 },
    );
  });

  it("sends the same as without one where the redactor takes nothing out", async () => {
    const { about, model, sent } = await knowing();
    const [bare, redacting] = [make(model), make(model, { redact: (text) => text })];
    await fc.assert(
      fc.asyncProperty(leakyFailure, async (evidence) => {
        about(evidence.trajectory);
        await bare.attribute(evidence);
        const expected = sent();
        about(evidence.trajectory);
        await redacting.attribute(evidence);
        expect(sent()).toEqual(expected);
      }),
      { numRuns: 3 },
    );
  });

  it("sends nothing where the redactor returns no text", async () => {
    const { about, model, sent } = await knowing();
    const [evidence] = fc.sample(leakyFailure, 1);
    if (evidence === undefined) throw new Error("There is no sample.");
    about(evidence.trajectory);
    const broken = make(model, { redact: () => Reflect.get({}, "text") });
    await expect(broken.attribute(evidence)).rejects.toThrow(
      expect.objectContaining({ code: "REDACTOR_OUTPUT" }),
    );
    expect(sent()).toEqual([]);
  });
});

describe("what is sent to models other than chat models", () => {
  it("is redacted for a classifier", async () => {
    const texts: string[] = [];
    const classifier: StepClassifier = {
      id: "heard",
      redact: redactSecrets,
      classify: (given) => {
        texts.push(...given);
        return Promise.resolve(given.map(() => 0.5));
      },
    };
    await fc.assert(
      fc.asyncProperty(leakyFailure, async (evidence) => {
        await fineTuned({ classifier }).attribute(evidence);
      }),
      { numRuns: 15 },
    );
    expect(texts.length).toBeGreaterThan(20);
    expect(texts.filter((text) => secretsIn(text).length > 0)).toEqual([]);
  });

  it("is redacted for embeddings", async () => {
    const texts: string[] = [];
    const embeddings = new HeardEmbeddings(texts);
    const model = scriptedModel(() => "not today");
    await fc.assert(
      fc.asyncProperty(leakyFailure, async (evidence) => {
        await chief({ model, embeddings, redact: redactSecrets }).attribute(evidence);
      }),
      { numRuns: 15 },
    );
    expect(texts.length).toBeGreaterThan(15);
    expect(texts.filter((text) => secretsIn(text).length > 0)).toEqual([]);
  });

  it("is redacted in a training set", () => {
    fc.assert(
      fc.property(leakyFailure, fc.constantFrom("chat", "classification"), (evidence, format) => {
        const { trajectory, groundTruth = "" } = evidence;
        const options = {
          seed: 1,
          validation: 0,
          format,
          groundTruth: () => groundTruth,
          redact: redactSecrets,
        };
        expect(secretsIn([...exportTrainingSet([trajectory], options).train].join("\n"))).toEqual([]);
      }),
      { numRuns: 15 },
    );
  });
});
