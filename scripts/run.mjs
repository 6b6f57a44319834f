// The door to every command of this repository: `npm test`, `npm run test:all`, `npm run demo`, `npm run inspect`, `npm run bench`, `npm run check`,
// `npm run site`, `npm run build`, `npm run check:package` and `npm run smoke` come through here, so that each works in a fresh clone with
// nothing but Node and npm.
import { existsSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { buildPage } from "./build-page.mjs";
import { checkAll } from "./check.mjs";
import { checkPackages } from "./check-packages.mjs";
import { ensureInstalled } from "./install.mjs";
import { reporters } from "./reporters.mjs";
import { pnpm, requireNode, root, runBin, runNode } from "./processes.mjs";

const test = (args) => runBin("vitest", "vitest", ["run", ...reporters(), ...args]);

function testAll(args) {
  process.env.TEST_ALL = "1";
  return test(args);
}

const compile = (...projects) => runBin("typescript", "tsc", ["-b", ...projects]);

const commandLine = "packages/cli/dist/main.js";

/** Files that the demo has left, unless something else is named first. */
function shown(args) {
  if (args.length > 0 && !args[0].startsWith("-")) return args;
  const left = "examples/gsm8k-team/.demo/gsm8k-team";
  const calibration = `${left}.calibration.json`;
  return [
    `${left}.sqlite`,
    ...(existsSync(path.join(root, calibration)) ? ["--calibration", calibration] : []),
    ...args,
  ];
}

/** Examples by the word after `npm run demo --`; without one it is the team of agents. */
const demos = { travel: "travel-desk", code: "code-desk", macnet: "macnet", dylan: "dylan" };

/** Each gets the arguments after its name and resolves to an exit code. */
const commands = {
  test,
  "test:all": testAll,
  demo: async (args) => {
    const [example, rest] = Object.hasOwn(demos, args[0] ?? "")
      ? [demos[args[0]], args.slice(1)]
      : ["gsm8k-team", args];
    return (await compile(`examples/${example}`)) || runNode(`examples/${example}/dist/main.js`, rest);
  },
  bench: async (args) => (await compile("packages/lab")) || runNode("packages/lab/dist/main.js", args),
  inspect: async (args) =>
    (await compile("packages/cli")) ||
    (await buildPage()) ||
    runNode(commandLine, ["inspect", ...shown(args)]),
  // Not part of the workspace: who only runs the demo or the tests does not install it.
  site: async (args) =>
    (await pnpm([
      "--dir",
      "site",
      "install",
      "--ignore-workspace",
      "--frozen-lockfile",
      "--loglevel=warn",
    ])) || pnpm(["--dir", "site", "run", args[0] ?? "build"]),
  "release:version": async () =>
    (await pnpm(["exec", "changeset", "version"])) || pnpm(["install", "--lockfile-only"]),
  // Publishes what the registry does not have in its version; `--dry-run` says what that would be.
  "release:publish": async (args) =>
    (await compileAll()) ||
    (await pnpm(["--recursive", "publish", "--no-git-checks", ...args])) ||
    (args.includes("--dry-run") ? 0 : pnpm(["exec", "changeset", "tag"])),
  build: (args) => pnpm(["exec", "turbo", "run", "build", ...args]),
  check: checkAll,
  "check:package": async (args) => (await compileAll()) || checkPackages(tarballsFolder(args)),
  smoke: async (args) => {
    const code = await compileAll();
    // It uses what was just compiled.
    const { smoke } = code === 0 ? await import("./smoke.mjs") : {};
    return code || smoke(tarballsFolder(args));
  },
};

const compileAll = async () => (await compile()) || (await buildPage());

/** `--tarballs <folder>`: where `check:package` leaves the packed packages, and `smoke` finds them. */
function tarballsFolder(args) {
  const { tarballs } = parseArgs({ args, options: { tarballs: { type: "string" } } }).values;
  return tarballs && path.resolve(tarballs);
}

const [name, ...args] = process.argv.slice(2);
const command = Object.hasOwn(commands, name ?? "") ? commands[name] : undefined;
if (!command) {
  console.error(`Expected one of ${Object.keys(commands).join(", ")}, got ${name ?? "nothing"}.`);
  process.exit(2);
}
requireNode(20, 19);
process.env.TURBO_TELEMETRY_DISABLED ??= "1";
process.exitCode = (await ensureInstalled()) || (await command(args));
