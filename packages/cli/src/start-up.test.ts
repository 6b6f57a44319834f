import { describe, expect, it } from "vitest";
import { spawnFromSources } from "./fixtures/spawn-command.ts";

const hook = new URL("./fixtures/name-loaded.mjs", import.meta.url).href;

const main = new URL("./main.ts", import.meta.url).href;

/** Packages of others, and our own files, that a command loads. */
async function loadedBy(...args: readonly string[]) {
  const { code, err } = await spawnFromSources(args, [hook]).ended;
  // The loader that strips the types from the sources imports packages, too, but is not reached from here.
  const reached = new Set([main]);
  for (const [, from = "", to = ""] of err.matchAll(/^(\S+) imports (\S+)$/gm))
    if (reached.has(from)) reached.add(to);
  const files = [...reached].map((url) => decodeURI(url));
  const packages = files.flatMap((file) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? []);
  const own = files.flatMap((file) => /\/((?:packages|examples)\/[^/]+\/src\/.*)$/.exec(file)?.[1] ?? []);
  return { code, packages: [...new Set(packages)].toSorted(), own };
}

/** Own files that are light: they import nothing but each other, commander and Node. */
const LIGHT =
  /^packages\/(cli\/src|inspector\/src\/shared)\/|^packages\/(attribution\/src\/conformal\/conformal-method|attributors\/src\/(attributor-name|method-settings)|lab\/src\/errors\/[a-z-]+|lab\/src\/attributors\/attributor-names|lab\/src\/asking\/parse-price)\.ts$|^examples\/gsm8k-team\/src\/demo\/demo-defaults\.ts$/;

describe("a start", () => {
  it.each(
    [["--version"], ["--help"], ["help", "evaluate"], ["calibrate", "--help"], ["unknown"]].map((args) => ({
      args,
    })),
  )("loads nothing that only a command needs: $args", async ({ args }) => {
    const { own, packages } = await loadedBy(...args);
    expect(packages).toEqual(["commander", "picocolors"]);
    expect(own.filter((file) => !LIGHT.test(file))).toEqual([]);
    expect(own.filter((file) => /\/run-[a-z]+-command\.ts$/.test(file))).toEqual([]);
    expect(own).toContain("packages/cli/src/calibrate/calibrate-command.ts");
  });

  it("loads what a command needs when the command runs", async () => {
    const { code, own, packages } = await loadedBy("import", "/nowhere.jsonl");
    expect(code).toBe(1);
    expect(packages).toContain("zod");
    expect(own).toContain("packages/cli/src/import/run-import-command.ts");
    expect(own).not.toContain("packages/cli/src/report/run-report-command.ts");
  });
});
