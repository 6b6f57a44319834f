import { z } from "zod";
import type { Redact } from "@langgraph-rollback/attribution";

/** A model with a classification head: reads a text, says how probable it is that its step is the decisive one. */
export interface StepClassifier {
  /** Identifies the model, in fingerprints. */
  readonly id: string;
  /** Applied to every value of a trace before it leaves. */
  readonly redact?: Redact;
  /** Milliseconds that one request may take; its steps then have no score. Default 120,000. */
  readonly timeout?: number;
  /**
   * @param texts what the model reads, in the form of `exportTrainingSet`'s `"classification"`
   * @returns probabilities in [0, 1], in the order of the texts
   */
  classify(texts: readonly string[], signal?: AbortSignal): Promise<readonly number[]>;
}

/** The server of a classification model. */
export interface HttpClassifierOptions {
  /** The route itself: "http://localhost:8000/classify" (vLLM), "http://localhost:30000/v1/classify" (SGLang). */
  readonly url: string;
  readonly model: string;
  /** Sent as a bearer token. */
  readonly apiKey?: string;
  /** Index of the class of decisive steps; default the last one. */
  readonly decisiveClass?: number;
  /** Applied to every value of a trace before it leaves. It is no part of fingerprints: change it, and calibrate anew. */
  readonly redact?: Redact;
  /** Milliseconds that one request may take; its steps then have no score. Default 120,000. */
  readonly timeout?: number;
}

const reply = z.object({
  data: z.array(z.object({ index: z.number(), probs: z.array(z.number().min(0).max(1)).min(1) })),
});

/**
 * A model behind a classification route as vLLM and SGLang have it: a text in, the probabilities of the classes out.
 *
 * `classify` throws an `Error` if the route does not answer with 200 and one probability for each text.
 */
export function httpClassifier(options: HttpClassifierOptions): StepClassifier {
  const { url, model, apiKey, decisiveClass, redact, timeout } = options;
  return {
    id: decisiveClass === undefined ? model : `${model}[${decisiveClass}]`,
    ...(redact === undefined ? {} : { redact }),
    ...(timeout === undefined ? {} : { timeout }),
    classify: async (texts, signal) => {
      const response = await fetch(url, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
        },
        body: JSON.stringify({ model, input: texts }),
        signal: signal ?? null,
      });
      if (!response.ok) throw new Error(`The classification route answered with status ${response.status}.`);
      const { data } = reply.parse(await response.json());
      return texts.map((_, index) => {
        const probability = data.find((one) => one.index === index)?.probs.at(decisiveClass ?? -1);
        if (probability === undefined)
          throw new Error(`The classification route left out text ${index + 1}.`);
        return probability;
      });
    },
  };
}
