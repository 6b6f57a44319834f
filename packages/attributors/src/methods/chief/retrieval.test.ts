import { Document } from "@langchain/core/documents";
import { FakeEmbeddings } from "@langchain/core/utils/testing";
import { describe, expect, it } from "vitest";

import { InMemoryStore, storeOf } from "./in-memory-store.ts";
import { retrievalOf } from "./retrieval.ts";

/** Knows two meanings: travelling and everything else. */
class Topics extends FakeEmbeddings {
  readonly seen: string[] = [];
  override embedQuery(text: string): Promise<number[]> {
    this.seen.push(text);
    return Promise.resolve(/trip|journey/i.test(text) ? [1, 0] : [0, 1]);
  }
  override embedDocuments(texts: string[]): Promise<number[][]> {
    return Promise.all(texts.map((text) => this.embedQuery(text)));
  }
}

class Broken extends FakeEmbeddings {
  override embedDocuments(): Promise<number[][]> {
    return Promise.reject(new Error("no such model"));
  }
}

class Hanging extends FakeEmbeddings {
  asked = 0;
  override embedDocuments(texts: string[]): Promise<number[][]> {
    this.asked += 1;
    return this.asked === 1 ? new Promise(() => undefined) : super.embedDocuments(texts);
  }
}

describe("retrievalOf", () => {
  it("finds two patterns by words where there are no embeddings", async () => {
    const { texts } = await retrievalOf({}).retrieve("Fix the bug so that the tests of this repository pass");
    expect(texts).toHaveLength(2);
    expect(texts[0]).toContain("Fix a bug in a repository");
  });

  it("goes by one rare word rather than by several that many patterns have", async () => {
    const { texts } = await retrievalOf({ examples: 1 }).retrieve("Find that right: cipher");
    expect(texts).toEqual([expect.stringContaining("Solve a logic puzzle, riddle or cipher")]);
  });

  it("finds patterns by meaning where there are", async () => {
    const { texts } = await retrievalOf({ embeddings: new Topics(), examples: 1 }).retrieve("A journey");
    expect(texts).toEqual([expect.stringContaining("Plan a trip")]);
  });

  it("makes the vectors of the patterns once", async () => {
    const embeddings = new Topics();
    const retrieval = retrievalOf({ embeddings });
    await retrieval.retrieve("one");
    const after = embeddings.seen.length;
    await retrieval.retrieve("two");
    expect(embeddings.seen.slice(after)).toEqual(["two"]);
  });

  it("searches a knowledge base of one's own, without examples that are the task itself", async () => {
    const knowledge = await storeOf(["Plan my trip: done so", "Another trip", "Cook"], new Topics());
    const { texts } = await retrievalOf({ knowledge, examples: 1 }).retrieve("Plan my trip");
    expect(texts).toEqual(["Another trip"]);
  });

  it("falls back to words where embeddings fail, and says so", async () => {
    const retrieval = retrievalOf({ embeddings: new Broken() });
    const { texts, problem } = await retrieval.retrieve("Plan a trip");
    expect(texts[0]).toContain("Plan a trip");
    expect(problem).toContain("no such model");
  });

  it("falls back to words where embeddings hang beyond the timeout, and asks them anew the next time", async () => {
    const embeddings = new Hanging();
    const retrieval = retrievalOf({ embeddings, timeout: 20 });
    const { texts, problem } = await retrieval.retrieve("Plan a trip");
    expect(texts[0]).toContain("Plan a trip");
    expect(problem).toContain("within 20 ms");
    expect(await retrieval.retrieve("Plan a trip")).not.toHaveProperty("problem");
    expect(embeddings.asked).toBe(2);
  });

  it("finds patterns for a task that is a single word of them", async () => {
    const { texts } = await retrievalOf({}).retrieve("trip");
    expect(texts).toEqual([expect.stringContaining("Plan a trip"), expect.any(String)]);
  });

  it("stops waiting for embeddings once aborted", async () => {
    const controller = new AbortController();
    const found = retrievalOf({ embeddings: new Hanging() }).retrieve("A trip", controller.signal);
    controller.abort(new Error("enough"));
    await expect(found).rejects.toThrow("enough");
  });

  it("shows embeddings no more of the task than models", async () => {
    const embeddings = new Topics();
    await retrievalOf({ embeddings, redact: (text) => text.replaceAll("Ann", "[name]") }).retrieve(
      "A trip for Ann",
    );
    expect(embeddings.seen).toContain("A trip for [name]");
    expect(embeddings.seen.join("\n")).not.toContain("Ann");
  });

  it("shows none if none are requested", async () => {
    expect(await retrievalOf({ examples: 0, embeddings: new Broken() }).retrieve("A trip")).toEqual({
      texts: [],
    });
  });

  it.each([-1, 1.5, Number.NaN])("refuses %d examples", (examples) => {
    expect(() => retrievalOf({ examples })).toThrow(RangeError);
  });
});

describe("InMemoryStore", () => {
  it("works through LangChain's interface", async () => {
    const store = new InMemoryStore(new Topics());
    expect(await store.similaritySearch("a trip", 1)).toEqual([]);
    await store.addDocuments([new Document({ pageContent: "Cook" }), new Document({ pageContent: "Trips" })]);
    const found = await store.asRetriever({ k: 1 }).invoke("a journey");
    expect(found.map(({ pageContent }) => pageContent)).toEqual(["Trips"]);
  });
});
