import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterAll, describe, expect, it } from "vitest";

import { costOfTokens } from "../../asking/price.ts";
import { ModelPriceError, UsageError } from "../../errors/index.ts";
import { type ModelCommand, measureWithModel } from "./model-command.ts";
import { simulatedEndpoint } from "../../fixtures/simulated-endpoint.ts";

const folder = mkdtempSync(path.join(tmpdir(), "model-run-"));
afterAll(() => rmSync(folder, { recursive: true }));

const PRICE = { input: 1, output: 4 };
const COMMAND: ModelCommand = {
  model: "openai:tiny",
  price: PRICE,
  budget: 100,
  extent: { systems: ["team"], seed: 1, runs: 2, learnFrom: 4 },
  isEstimate: false,
  maxTokens: 2000,
  timeout: 60,
};

const fresh = (name: string): string => path.join(folder, `${name}.jsonl`);
const measure = (command: Partial<ModelCommand>) =>
  measureWithModel({ ...COMMAND, ...command }, {}, () => {});

describe("the rollback experiment with a model at an endpoint", () => {
  it("keeps to its budget, waits as long as it is asked to, goes on with a larger one, and asks nothing twice", async () => {
    const refusals = new Map([
      [3, { fault: "status", status: 429, retryAfter: 0.01 } as const],
      [5, { fault: "status", status: 503, retryAfter: 0.01 } as const],
    ]);
    const server = await simulatedEndpoint((call) => refusals.get(call));
    for (const budget of [0.02, 0.04]) {
      const before = server.answered.size;
      const finding = await measure({ baseURL: server.baseURL, out: fresh("budget"), budget });
      expect(finding.question).toContain(`(real model tiny via ${server.baseURL})`);
      expect(finding.incomplete).toMatch(`Partial. team: The budget of $${budget} is reached`);
      expect(finding.markdown).toContain(`questions asked now, ${before} before.`);
      expect(server.answered.size).toBeGreaterThan(before);
      expect(costOfTokens(server.tokens(), PRICE)).toBeLessThanOrEqual(budget);
    }
    const asked = server.answered.size;
    await measure({ baseURL: server.baseURL, out: fresh("budget"), budget: 0.04 });
    expect(server.answered.size).toBe(asked);
    expect([...server.answered.values()].every((count) => count === 1)).toBe(true);
    await server.close();
  });

  it("ends at a failure that stays, and never takes it for a failed run", async () => {
    const server = await simulatedEndpoint((call) =>
      call < 10 ? undefined : { fault: "status", status: 401, message: "Wrong key." },
    );
    const { incomplete } = await measure({ baseURL: server.baseURL, out: fresh("key") });
    expect(incomplete).toMatch(/^Partial\. team: tiny via .* does not answer: 401 Wrong key\./);
    expect(server.answered.size).toBe(10);
    await server.close();
  });

  it("refuses a model without a price, and a run without a budget, a file or an endpoint", async () => {
    const { price: _, ...unpriced } = COMMAND;
    await expect(measureWithModel({ ...unpriced, isEstimate: true }, {}, () => {})).rejects.toThrow(
      ModelPriceError,
    );
    await expect(measure({ baseURL: "http://127.0.0.1:1/v1" })).rejects.toThrow("`--out` with a file");
    await expect(measure({ out: fresh("nowhere") })).rejects.toThrow("`OPENAI_API_KEY`");
    await expect(measure({ model: "anthropic:claude", out: fresh("other") })).rejects.toThrow(UsageError);
  });

  it("continues no file of another run", async () => {
    const endpoint = { baseURL: "http://127.0.0.1:1/v1", out: fresh("budget") };
    await expect(measure(endpoint)).rejects.toThrow("was begun with model tiny via");
  });
});
