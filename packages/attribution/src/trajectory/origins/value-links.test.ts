import fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { Step, Trajectory } from "../trajectory.ts";
import { originOf } from "./origin-of.ts";
import { valueLinks } from "./value-links.ts";

const said = (...contents: readonly (string | Partial<Step>)[]): Trajectory => ({
  id: "t",
  task: "Book a journey for Ann Lee, budget 950 EUR.",
  steps: contents.map((each, index) => ({
    index,
    agent: "a",
    content: "",
    ...(typeof each === "string" ? { content: each } : each),
  })),
});

const linked = (...contents: readonly (string | Partial<Step>)[]): readonly string[] =>
  valueLinks(said(...contents)).map(
    ({ from, places, text, to }) => `${text}: ${from} > ${to} ${places.join()}`,
  );

describe("valueLinks", () => {
  it.each([
    ["a number", "It costs 1368.", "So 1368 it is.", "1368"],
    ["an amount", "It costs $12.50.", "Pay $12.50 now.", "$12.50"],
    ["a number with a unit", "They are 5 km away.", "after 5 km", "5 km"],
    ["an id", "Found ord-4417.", "refund ord-4417!", "ord-4417"],
    ["an id in words", "status: payment_failed", "It was payment_failed.", "payment_failed"],
    ["a date", "on 2026-03-02", "Leave on 2026-03-02.", "2026-03-02"],
    ["a time", "at 10:45", "It leaves at 10:45.", "10:45"],
    ["an address", "Write to ann@example.com.", "to: ann@example.com", "ann@example.com"],
    [
      "a link",
      "See https://a.example/x?id=7&y=z.",
      "(https://a.example/x?id=7&y=z)",
      "https://a.example/x?id=7&y=z",
    ],
    ["a path", "in /var/log/app", "Read /var/log/app", "var/log/app"],
    [
      "a quoted string",
      'He said "leave the keys here".',
      "I leave the keys here, he said",
      "leave the keys here",
    ],
    ["a rare name", "We asked in Neu Isenburg about it.", "then to Neu Isenburg", "Neu Isenburg"],
    ["an umlaut", "bei Frau Köhler-Özdemir9", "Köhler-Özdemir9 sagt", "Köhler-Özdemir9"],
    ["a number among signs without spaces", "订单号4417已付", "退款4417元", "4417"],
    ["a quotation in Japanese", "彼は「青い鳥」と言った", "それは青い鳥です", "青い鳥"],
  ])("links %s", (_, first, later, text) => {
    expect(linked(first, "nothing", later)).toEqual([`${text}: 0 > 2 output`]);
  });

  it("leads to the arguments of calls, whatever their depth, to outputs and to exceptions", () => {
    const call = { name: "refund", args: { order: [{ id: "ord-4417" }], cents: 1368 } };
    expect(
      linked(
        "ord-4417 costs 1,368.",
        { toolCalls: [call] },
        { content: "ord-4417?", error: { name: "E", message: "no ord-4417" } },
      ),
    ).toEqual(["ord-4417: 0 > 1 arguments", "1368: 0 > 1 arguments", "ord-4417: 0 > 2 output,error"]);
  });

  it("leads from the first step that had the value, and from the input where the task has it", () => {
    expect(linked("ord-4417", "ord-4417", "ord-4417 for 950 EUR")).toEqual([
      "ord-4417: 0 > 1 output",
      "ord-4417: 0 > 2 output",
      "950 EUR: input > 2 output",
    ]);
  });

  it("finds the first step although the value stands inside of something longer there", () => {
    expect(linked("see order=4417;", "4417", "4417")).toEqual(["4417: 0 > 1 output", "4417: 0 > 2 output"]);
  });

  it("tells of a longer value alone, and of its part where that came from another step", () => {
    expect(linked("5123 km", "5123 km")).toEqual(["5123 km: 0 > 1 output"]);
    expect(linked("5123", "5123 km", "5123 km")).toEqual([
      "5123: 0 > 1 output",
      "5123 km: 1 > 2 output",
      "5123: 0 > 2 output",
    ]);
    expect(linked("5123 km", "5123", "5123")).toEqual(["5123: 0 > 1 output", "5123: 0 > 2 output"]);
  });

  it.each([
    ["ordinary words", "the total price of the journey", "the total price of the journey"],
    ["a number of one digit", "take 7 of them", "7 again"],
    ["a part of a number", "it is 42.5", "it is 42"],
    ["a part of another word", "x42y1", "x42"],
    ["a part of a date", "2026-03-42", "day 42"],
    ["keys of JSON", '{"first name": 1}', '{"first name": 2}'],
    ["ordinal numbers", "the 21st", "the 21st"],
  ])("does not link %s", (_, first, later) => {
    expect(linked(first, later)).toEqual([]);
  });

  it("does not link a name that many steps have", () => {
    const often = Array.from({ length: 40 }, () => "so says Berlin");
    expect(linked(...often)).toEqual([]);
    expect(linked("so says Berlin", ...Array.from({ length: 30 }, () => "x"), "in Berlin")).toHaveLength(1);
  });

  const word = fc.constantFrom(
    "the",
    "a",
    "price",
    "is",
    "of",
    "then",
    "we",
    "go",
    "日",
    "über",
    "5",
    "(",
    '"',
    "\n",
  );
  const prose = fc.array(word, { maxLength: 30 }).map((words) => words.join(" "));
  const planted = fc
    .tuple(fc.constantFrom("ord-", "id_", "x/y.", "Ö"), fc.integer({ min: 100_000, max: 999_999 }))
    .map(([head, number]) => `${head}${number}`);
  const trace = fc.array(fc.tuple(prose, prose), { minLength: 2, maxLength: 12 });

  it("finds where a planted value came from, and links no value of one step alone", () => {
    fc.assert(
      fc.property(trace, planted, fc.infiniteStream(fc.nat()), (texts, value, draws) => {
        const having = new Set([draws.next().value % texts.length, draws.next().value % texts.length]);
        const run = said(
          ...texts.map(([before, after], index) =>
            having.has(index) ? `${before} ${value} ${after}` : `${before} ${after}`,
          ),
        );
        const [first, ...later] = [...having].toSorted((a, b) => a - b);
        const links = valueLinks(run).filter(({ text }) => text.includes(value));
        expect(links.map(({ from, to }) => [from, to])).toEqual(later.map((to) => [first, to]));
        const origin = originOf(run, value);
        expect(origin?.from).toBe(first);
        expect(origin?.links.map(({ to }) => to)).toEqual(later);
      }),
    );
  });

  it("says of every link what originOf says of its text", () => {
    const value = fc.constantFrom(
      "12.50",
      "1,368",
      "1368",
      "ord-4417",
      '"blue bird"',
      "blue bird",
      "7 km",
      "$5",
      "Bonn",
      "x_y_z",
    );
    const texts = fc.array(fc.array(fc.oneof(word, value), { maxLength: 12 }), {
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(texts, (steps) => {
        const run = said(...steps.map((words) => words.join(" ")));
        for (const { from, places, text, to } of valueLinks(run)) {
          const origin = originOf(run, text);
          expect(origin?.from).toBe(from);
          expect(origin?.links.find((link) => link.to === to)?.places).toEqual(places);
        }
      }),
    );
  });

  it("reads whatever text there is", () => {
    const any = fc.array(fc.string({ unit: "binary", maxLength: 60 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(any, (texts) => {
        for (const { from, to } of valueLinks(said(...texts)))
          expect(from === "input" || from < to).toBe(true);
      }),
      { numRuns: 20 },
    );
  });
});

describe("originOf", () => {
  const run = said("He flies to Rome.", "The price is 1,368 EUR", {
    toolCalls: [{ name: "pay", args: [1368] }],
  });

  it("finds any text, and the steps that have it later", () => {
    expect(originOf(run, " flies to ")).toEqual({ from: 0, places: ["output"], links: [] });
    expect(originOf(run, "1368")).toEqual({
      from: 1,
      places: ["output"],
      links: [{ text: "1368", from: 1, to: 2, places: ["arguments"] }],
    });
    expect(originOf(run, "Ann Lee")?.from).toBe("input");
  });

  it("finds nothing inside of words, in other letters, or of nothing", () => {
    for (const text of ["lies", "rome", "136", "", "  "]) expect(originOf(run, text)).toBeUndefined();
  });
});
