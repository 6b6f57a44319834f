import { describe, expect, it } from "vitest";

import { logPanels } from "./log-panels.ts";

const points = [
  { x: 10, y: 1 },
  { x: 100, y: 10 },
  { x: 1000, y: 100 },
];

describe("logPanels", () => {
  it("draws equal factors as equal distances, on the line of linear growth where growth is linear", () => {
    const svg = logPanels([{ title: "reading <live>", lines: [{ label: "MemorySaver", points }] }]);
    const [linear, line] = [...svg.matchAll(/<polyline points="([^"]*)"/g)].map(([, drawn]) => drawn);
    expect(line).toBe("0.0,110.0 85.0,55.0 170.0,0.0");
    expect(linear).toBe("0.0,110.0 170.0,0.0");
    expect(svg).toContain("reading &lt;live&gt;");
  });

  it("draws lines of one label alike in all panels, and names each once", () => {
    const panel = (title: string) => ({ title, lines: [{ label: "SqliteSaver", points }] });
    const svg = logPanels([panel("a"), panel("b")]);
    expect(svg.match(/SqliteSaver/g)).toHaveLength(1);
  });
});
