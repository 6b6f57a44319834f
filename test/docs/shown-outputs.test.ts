import { describe, expect, it } from "vitest";

import { numberedOutputs, outputsByLine, shownOutputs, unclearOutputs } from "./shown-outputs.ts";

describe("the outputs that a block shows", () => {
  it("are the comments with an arrow beside console.log", () => {
    const source =
      'const a = 1; // yours\nconsole.log(a); // => 1\nif (a) {\n  console.log("a", a); // => a 1\n}\n';
    expect(shownOutputs(source)).toEqual([
      { line: 2, output: "1" },
      { line: 4, output: "a 1" },
    ]);
    expect(unclearOutputs(source)).toEqual([]);
  });

  it("are told from other output by the numbers that their lines print", () => {
    const source = "console.log(a);\nconsole.log(b); // => 2\n";
    expect(numberedOutputs(source)).toBe('console.log(a);\nconsole.log("line 2 prints", b); // => 2\n');
    expect(outputsByLine(["1", "line 2 prints {\n  b: 2\n}"])).toEqual([{ line: 2, output: "{ b: 2 }" }]);
  });

  it("are unclear without an arrow, and where no console.log is beside the arrow", () => {
    const unclear = ["console.log(a); // 1", "  a,); // => 1"];
    expect(unclearOutputs(["console.log(a);", ...unclear].join("\n"))).toEqual(unclear);
  });
});
