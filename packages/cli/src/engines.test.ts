import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const manifestOf = (folder: string) =>
  JSON.parse(readFileSync(path.join(root, folder, "package.json"), "utf8"));

describe("packages that promise Node 20.19", () => {
  it.each(["packages/cli", "examples/simulation"])(
    "%s takes no @langchain/openai that needs Node 22",
    (folder) => {
      const { dependencies, engines } = manifestOf(folder);
      expect(engines.node).toBe(">=20.19");
      // From 1.5.9 on it needs Node 22, so that any range is too wide.
      expect(dependencies["@langchain/openai"]).toBe("1.5.8");
      const installed = JSON.parse(
        readFileSync(
          fileURLToPath(new URL("../package.json", import.meta.resolve("@langchain/openai"))),
          "utf8",
        ),
      );
      expect(installed).toMatchObject({ version: "1.5.8", engines: { node: ">=20" } });
    },
  );
});
