import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Calibration, constantScorer, writeCalibration } from "@langgraph-rollback/attribution";
import {
  type ServerScript,
  startOpenaiServer,
  type Unsupported,
} from "@langgraph-rollback/attributors/testing";
import { TESTED_LANGGRAPH } from "langgraph-rollback/inspection";
import { afterAll, describe, expect, it } from "vitest";
import { runHere } from "../fixtures/run-here.ts";
import { checkNode } from "./check-packages.ts";
import type { Diagnosis } from "./diagnosis.ts";

const root = await mkdtemp(path.join(tmpdir(), "doctor-"));
let folders = 0;
afterAll(() => rm(root, { recursive: true }));

interface Installed {
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** A project with packages at the places given, such as `node_modules/langchain`. */
async function project(packages: Readonly<Record<string, Installed>>, own: object = {}): Promise<string> {
  const folder = path.join(root, String((folders += 1)));
  const manifests = { "": { dependencies: WANTED, ...own }, ...packages };
  for (const [place, manifest] of Object.entries(manifests)) {
    await mkdir(path.join(folder, place), { recursive: true });
    const name = place.split("node_modules/").at(-1) || "mine";
    await writeFile(path.join(folder, place, "package.json"), JSON.stringify({ name, ...manifest }));
  }
  return folder;
}

const WANTED = {
  "@langchain/core": "^1.2.13",
  "@langchain/langgraph": "^1.4.17",
  "langgraph-rollback": "^1.0.0",
};
const SOUND: Readonly<Record<string, Installed>> = {
  "node_modules/@langchain/core": { version: "1.2.13" },
  "node_modules/@langchain/langgraph": {
    version: "1.4.17",
    peerDependencies: { "@langchain/core": "^1.1.0" },
  },
  "node_modules/langgraph-rollback": {
    version: "1.0.0",
    peerDependencies: {
      "@langchain/core": "^1.2.13",
      "@langchain/langgraph": "^1.4.17",
      langchain: "^1.5.0",
    },
  },
};

async function doctor(...args: readonly string[]) {
  return examined(await runHere(["doctor", "--json", ...args]));
}

function examined({ code, out, err }: Awaited<ReturnType<typeof runHere>>) {
  const { diagnoses }: { diagnoses: readonly Diagnosis[] } = JSON.parse(out);
  const codes = diagnoses.flatMap((diagnosis) => (diagnosis.level === "ok" ? [] : [diagnosis.code]));
  return { code, err, codes, diagnoses, text: JSON.stringify(diagnoses) };
}

describe("doctor, of the packages of a project", () => {
  it("finds nothing to say against a sound one, and ends with 0", async () => {
    const { code, codes, err, diagnoses } = await doctor("--project", await project(SOUND));
    expect({ code, codes, err }).toEqual({ code: 0, codes: [], err: "" });
    expect(diagnoses.map(({ check }) => check)).toContain("core");
  });

  it("says which peers are missing, and how to get them", async () => {
    const { "node_modules/@langchain/langgraph": _, ...rest } = SOUND;
    const { code, codes, err, text } = await doctor("--project", await project(rest));
    expect({ code, codes }).toEqual({ code: 1, codes: ["PACKAGE_MISSING"] });
    expect(err).toBe("error: doctor found a fault.");
    expect(text).toContain("npm install @langchain/langgraph");
  });

  it("says which peers are out of range of the langgraph-rollback that is installed", async () => {
    const old = {
      ...SOUND,
      "node_modules/@langchain/core": { version: "0.3.80" },
      "node_modules/langchain": { version: "1.4.9" },
    };
    const { code, codes, text } = await doctor("--project", await project(old));
    expect({ code, codes }).toEqual({ code: 1, codes: ["PACKAGE_OUT_OF_RANGE", "PACKAGE_OUT_OF_RANGE"] });
    expect(text).toContain("@langchain/core is 0.3.80, and langgraph-rollback needs ^1.2.13");
  });

  it("warns of a LangGraph that is newer than any tested, and only of its minor version", async () => {
    const withLanggraph = (version: string) =>
      project({ ...SOUND, "node_modules/@langchain/langgraph": { version } });
    const { code, codes, text } = await doctor("--project", await withLanggraph("1.99.0"));
    expect({ code, codes }).toEqual({ code: 0, codes: ["LANGGRAPH_UNTESTED"] });
    expect(text).toContain(`npm install @langchain/langgraph@${TESTED_LANGGRAPH}`);
    const patch = await doctor("--project", await withLanggraph(`${TESTED_LANGGRAPH}.99`));
    expect(patch).toMatchObject({ code: 0, codes: [] });
  });

  it("finds a second copy of core, and says who gets which", async () => {
    const nested = {
      ...SOUND,
      "node_modules/@langchain/openai": { version: "1.5.8", dependencies: { "@langchain/core": "^1.1.0" } },
      "node_modules/@langchain/openai/node_modules/@langchain/core": { version: "1.1.0" },
    };
    const own = { dependencies: WANTED, devDependencies: { "@langchain/openai": "^1.0.0" } };
    const { code, codes, text } = await doctor("--project", await project(nested, own));
    expect({ code, codes }).toEqual({ code: 1, codes: ["CORE_DUPLICATED"] });
    expect(text).toMatch(/1\.1\.0 in \S*openai\S* \(for @langchain\/openai\)/);
  });

  it("takes two ways to one copy for one, as pnpm's links are, and cycles for what they are", async () => {
    const folder = await project(SOUND, {
      dependencies: { ...WANTED, looping: "1.0.0" },
    });
    await mkdir(path.join(folder, "node_modules/looping/node_modules/@langchain"), { recursive: true });
    await writeFile(
      path.join(folder, "node_modules/looping/package.json"),
      JSON.stringify({ name: "looping", dependencies: { "@langchain/core": "*", looping: "*" } }),
    );
    await symlink(
      path.join(folder, "node_modules/@langchain/core"),
      path.join(folder, "node_modules/looping/node_modules/@langchain/core"),
    );
    expect(await doctor("--project", folder)).toMatchObject({ code: 0, codes: [] });
  });

  it("warns where there is no project, or none whose packages lie in folders", async () => {
    const empty = await mkdtemp(path.join(root, "empty-"));
    expect(await doctor("--project", empty)).toMatchObject({ code: 0, codes: ["NO_PROJECT"] });
    await writeFile(path.join(empty, "package.json"), "{");
    expect(await doctor("--project", empty)).toMatchObject({ code: 0, codes: ["NO_PROJECT"] });
    const linked = await project({});
    await writeFile(path.join(linked, ".pnp.cjs"), "");
    expect(await doctor("--project", linked)).toMatchObject({ code: 0, codes: ["PACKAGES_NOT_LOOKED_AT"] });
  });

  it("shows names and versions of others without what a terminal would obey", async () => {
    const hostile = {
      ...SOUND,
      "node_modules/@langchain/core": { version: "0.1.0\u001B]8;;http://x\u0007" },
    };
    const { out } = await runHere(["doctor", "--project", await project(hostile)]);
    expect(out).toContain("FAULT");
    for (const control of ["\u001B", "\u0007"]) expect(out).not.toContain(control);
  });
});

it("looks into a database with `--db`", async () => {
  const nowhere = path.join(root, "nowhere.sqlite");
  const { code, codes } = await doctor("--project", await project(SOUND), "--db", nowhere);
  expect({ code, codes }).toEqual({ code: 1, codes: ["DATABASE_UNREADABLE"] });
});

it("a Node that is too old is a fault", () => {
  expect(checkNode("v20.18.3")).toMatchObject({ level: "fault", code: "NODE_TOO_OLD" });
  expect(checkNode("v22.4.0")).toMatchObject({ level: "ok" });
});

describe("doctor --calibration", () => {
  /** Of six steps; scores point at the mistake, which stands late. */
  const pointed: Calibration["failures"] = Array.from({ length: 10 }, (_, place) => ({
    stepScores: Array.from({ length: 6 }, (__, step) => (step === 3 + (place % 3) ? 0.9 : 0.01)),
    decisiveSteps: [3 + (place % 3)],
    draw: place,
  }));
  const sound: Calibration = {
    format: "langgraph-rollback/calibration",
    version: 3,
    method: "suffix",
    alpha: 0.1,
    n: 10,
    scorerFingerprint: constantScorer().fingerprint,
    failures: pointed,
    scorerModel: { kind: "constant" },
  };

  async function examine(calibration: Calibration) {
    const file = path.join(root, `${(folders += 1)}.json`);
    await writeCalibration(file, calibration);
    return doctor("--project", await project(SOUND), "--calibration", file);
  }

  it("finds nothing to say against a sound one, and forecasts its rollbacks", async () => {
    const { text, ...ended } = await examine(sound);
    expect(ended).toMatchObject({ code: 0, codes: [] });
    expect(text).toMatch(/Of the 10 labelled failures, .* keep at least one step in 10\./);
    const told = { failures: 54, kept: 45, redone: 0.5, standardError: 0 };
    expect((await examine({ ...sound, forecast: told })).text).toContain(
      "Of the 54 labelled failures, the first rollback by default would redo 50 %",
    );
  });

  it("warns of one that will only restart", async () => {
    const early = pointed.map(({ draw, stepScores }) => ({ stepScores, draw, decisiveSteps: [0] }));
    const { codes, text } = await examine({ ...sound, failures: early });
    expect(codes).toEqual(["CALIBRATION_ONLY_RESTARTS"]);
    expect(text).toContain("in none of the 10 labelled failures");
  });

  it("warns of too few labelled failures for alpha, and says how many it takes", async () => {
    const few = await examine({ ...sound, n: 8, failures: sound.failures.slice(0, 8) });
    expect(few).toMatchObject({ code: 0, codes: ["CALIBRATION_TOO_SMALL"] });
    expect(few.text).toContain("until there are 9");
    const enough = await examine({ ...sound, n: 9, failures: sound.failures.slice(0, 9) });
    expect(enough.codes).toEqual([]);
    expect((await examine({ ...sound, alpha: 0 })).codes).toEqual(["CALIBRATION_TOO_SMALL"]);
  });

  it("warns of an approximate guarantee, and of a scorer that is not in the file", async () => {
    const { scorerModel: _, ...bare } = sound;
    const { code, codes } = await examine({ ...bare, guarantee: "approximate" });
    expect({ code, codes }).toEqual({
      code: 0,
      codes: ["CALIBRATION_APPROXIMATE", "CALIBRATION_WITHOUT_SCORER"],
    });
  });

  it("faults a file that is not there, is damaged, of a newer version, or with another scorer than its own", async () => {
    const where = ["--project", await project(SOUND), "--calibration"];
    const newer = path.join(root, "newer.json");
    await writeFile(newer, JSON.stringify({ ...sound, version: 9 }));
    const mixed = path.join(root, "mixed.json");
    await writeFile(mixed, JSON.stringify({ ...sound, scorerFingerprint: "another" }));
    for (const file of [path.join(root, "nowhere.json"), newer, mixed, import.meta.filename])
      expect(await doctor(...where, file)).toMatchObject({ code: 1, codes: ["CALIBRATION_UNREADABLE"] });
  });
});

describe("doctor --endpoint", () => {
  async function examine(script: ServerScript, unsupported: readonly Unsupported[] = []) {
    const server = await startOpenaiServer(script, { unsupported });
    try {
      const env = { OPENAI_BASE_URL: server.baseURL, OPENAI_API_KEY: "sk-told" };
      const args = ["doctor", "--json", "--project", await project(SOUND), "--endpoint"];
      return examined(await runHere(args, env));
    } finally {
      await server.close();
    }
  }

  it("says what the endpoint can do", async () => {
    const { code, codes, text } = await examine(() => ({ json: { sum: 5 } }));
    expect({ code, codes }).toEqual({ code: 0, codes: [] });
    expect(text).toContain("jsonSchema, functionCalling, jsonMode");
  });

  it("warns of one without structured output and probabilities", async () => {
    const { code, codes } = await examine(
      () => ({ json: { sum: 5 } }),
      ["json_schema", "json_object", "tools", "logprobs"],
    );
    expect({ code, codes }).toEqual({
      code: 0,
      codes: ["ENDPOINT_WITHOUT_SHAPE", "ENDPOINT_WITHOUT_LOGPROBS"],
    });
  });

  it("faults one that refuses the key, answers nothing of use, or is not set", async () => {
    const refused = await examine(() => ({ fault: "status", status: 401, message: "No key: sk-told" }));
    expect(refused).toMatchObject({ code: 1, codes: ["ENDPOINT_FAILED"] });
    expect(refused.text).toContain("No key: ***");
    expect(refused.text).not.toContain("sk-told");
    const useless = await examine(() => "Ask me later.");
    expect(useless).toMatchObject({
      code: 1,
      codes: ["ENDPOINT_WITHOUT_SHAPE", "ENDPOINT_WITHOUT_LOGPROBS"],
    });
    const where = ["doctor", "--json", "--project", await project(SOUND), "--endpoint"];
    const env = { OPENAI_API_KEY: "sk-1", OPENAI_BASE_URL: "http://me:secret@127.0.0.1:9/v1" };
    const nobody = examined(await runHere(where, env));
    expect(nobody).toMatchObject({ code: 1, codes: ["ENDPOINT_FAILED"] });
    expect(nobody.text).not.toMatch(/secret|sk-1/);
    const unset = await doctor("--project", await project(SOUND), "--endpoint");
    expect(unset).toMatchObject({ code: 1, codes: ["ENDPOINT_NOT_SET"] });
  });
});
