import { describe, expect, it } from "vitest";
import { z } from "zod";

import { finishedRun } from "../fixtures/finished-run.ts";
import { schemaDigest } from "./schema-digest.ts";
import { schemaVerifier } from "./schema-verifier.ts";
import type { StandardResult, StandardSchema } from "./standard-schema.ts";

const order = z.object({ total: z.number().max(100), items: z.array(z.object({ price: z.number() })) });

/** A schema of some other library. */
const foreign = (result: StandardResult | Promise<StandardResult>): StandardSchema => ({
  "~standard": { version: 1, vendor: "other", validate: () => result },
});

describe("a schema", () => {
  it("accepts an output that it holds for", async () => {
    expect(await schemaVerifier(order)(finishedRun({ total: 42, items: [{ price: 14 }] }))).toEqual({
      ok: true,
    });
  });

  it("says what is wrong with another, and where", async () => {
    expect(await schemaVerifier(order)(finishedRun({ total: 420, items: [{ price: 14 }, {}] }))).toEqual({
      ok: false,
      reason:
        "total: Too big: expected number to be <=100; items[1].price: Invalid input: expected number, received undefined",
    });
    expect(await schemaVerifier(order)(finishedRun("no order"))).toEqual({
      ok: false,
      reason: "Invalid input: expected object, received string",
    });
  });

  it("counts what is wrong beyond ten things", async () => {
    const verdict = await schemaVerifier(z.array(z.null()))(finishedRun(Array.from({ length: 13 }, () => 1)));
    expect(verdict).toMatchObject({ reason: expect.stringMatching(/^\[0\]: .*; \[9\]: [^;]*; and 3 more$/) });
  });

  it("is held against what `select` picks of the run", async () => {
    const verify = schemaVerifier<string, { answer: string }>(z.number(), {
      select: ({ output }) => Promise.resolve(JSON.parse(output?.answer ?? "null")),
      fingerprint: "answer-1",
    });
    expect(await verify(finishedRun({ answer: "42" }))).toEqual({ ok: true });
    expect(await verify(finishedRun({ answer: '"42"' }))).toMatchObject({ ok: false });
  });

  it("may take its time", async () => {
    const known = z.string().refine((name) => Promise.resolve(name === "Ada"), { error: "is not known" });
    const verify = schemaVerifier(z.object({ name: known }), { fingerprint: "known-1" });
    expect(await verify(finishedRun({ name: "Ada" }))).toEqual({ ok: true });
    expect(await verify(finishedRun({ name: "Bob" }))).toEqual({ ok: false, reason: "name: is not known" });
  });

  it("but no longer than it is given", async () => {
    const verify = schemaVerifier(foreign(new Promise(() => {})), { fingerprint: "slow-1", timeout: 1 });
    await expect(verify(finishedRun("any"))).rejects.toMatchObject({ code: "VERIFIER_TIMEOUT" });
  });

  it("may be of any library with Standard Schema", async () => {
    const path = ["items", { key: 0 }, "price"];
    const verify = schemaVerifier(foreign({ issues: [{ message: "too dear", path }] }), {
      fingerprint: "x-1",
    });
    expect(await verify(finishedRun("any"))).toEqual({
      ok: false,
      reason: "items[0].price: too dear",
    });
    expect(await schemaVerifier(foreign({}), { fingerprint: "x-1" })(finishedRun(1))).toEqual({ ok: true });
  });

  it("throws what a schema throws", async () => {
    const verify = schemaVerifier(foreign(Promise.reject(new Error("no connection"))), {
      fingerprint: "x-1",
    });
    await expect(verify(finishedRun("any"))).rejects.toThrow("no connection");
  });

  it.each([
    ["nothing", undefined],
    ["a shape", { type: "object" }],
    ["a text", "string"],
  ])("is not %s", (_, schema) => {
    expect(() => Reflect.apply(schemaVerifier, undefined, [schema])).toThrow(/`schema` to be a schema/);
  });
});

describe("the fingerprint of a schema", () => {
  it("is that of what it says, by whichever library", () => {
    const { fingerprint } = schemaVerifier(order);
    expect(fingerprint).toMatch(/^schema:[\da-f]{12}$/);
    const again = z.object({ total: z.number().max(100), items: z.array(z.object({ price: z.number() })) });
    expect(schemaVerifier(again).fingerprint).toBe(fingerprint);
    expect(schemaVerifier(order.extend({ total: z.number().max(99) })).fingerprint).not.toBe(fingerprint);
    expect(schemaVerifier(z.strictObject(order.shape)).fingerprint).not.toBe(fingerprint);
    const formats = [/^id-/, /^no-/].map((pattern) => schemaDigest(z.stringFormat("id", pattern)));
    expect(formats[0]).not.toBe(formats[1]);
  });

  it("has the name that is given, too", () => {
    const { fingerprint } = schemaVerifier(order, { select: ({ output }) => output, fingerprint: "order-2" });
    expect(fingerprint).toBe(`schema:order-2:${schemaDigest(order)}`);
    expect(schemaVerifier(foreign({}), { fingerprint: "x-1" }).fingerprint).toBe("schema:x-1");
  });

  it.each([
    z.string().min(1).max(3).regex(/a/),
    z.int().positive().multipleOf(2),
    z.email(),
    z.stringFormat("id", /^id-/),
    z.union([z.literal("a"), z.enum(["b"]), z.null()]),
    z.looseObject({ a: z.unknown().optional() }).readonly(),
    z.record(z.string(), z.tuple([z.boolean(), z.any()])),
  ])("is known of what JSON Schema can say (%#)", (schema) => {
    expect(schemaDigest(schema)).toMatch(/^[\da-f]{12}$/);
  });

  it.each([
    z.string().refine((text) => text !== "no"),
    z.object({ deep: z.array(z.string().trim()) }),
    z.coerce.number(),
    z.string().transform(Number),
    z.string().pipe(z.transform(Number)).pipe(z.number().max(5)),
    z.date(),
    z.custom(() => true),
    z.url({ hostname: /^example\.org$/ }),
    z.stringFormat("id", (text) => text.startsWith("id-")),
    z.preprocess(String, z.string()),
    z.number().catch(1),
  ])("must be named where functions or other values decide (%#)", (schema) => {
    expect(() => schemaVerifier(schema)).toThrow(
      /`fingerprint` to be a name that changes with what the schema does/,
    );
    expect(schemaVerifier(schema, { fingerprint: "mine-1" }).fingerprint).toBe("schema:mine-1");
  });

  it("must be named where `select` decides", () => {
    expect(() => schemaVerifier(order, { select: ({ output }) => output })).toThrow(/what `select` does/);
    expect(() => schemaVerifier(order, { fingerprint: " " })).toThrow(/`fingerprint` to be a text/);
  });
});
