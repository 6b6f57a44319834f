import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { printable } from "@langgraph-rollback/inspector/shared";
import { isUntestedLanggraph, TESTED_LANGGRAPH } from "langgraph-rollback/inspection";
import { copiesOf } from "./copies-of.ts";
import type { Diagnosis } from "./diagnosis.ts";
import { installedPackage, type InstalledPackage, packageIn } from "./installed-package.ts";
import { isInRange } from "./version-range.ts";

const ROLLBACK = "langgraph-rollback";
const CORE = "@langchain/core";
const LANGGRAPH = "@langchain/langgraph";
const REQUIRED = [CORE, LANGGRAPH];
const OPTIONAL = ["langchain"];

/** Whether Node is new enough. @param version as `process.version` */
export function checkNode(version: string): Diagnosis {
  const least = "20.19.0";
  if (isInRange(version, `>=${least}`) === true)
    return { check: "node", level: "ok", message: `Node ${version} is new enough.` };
  return {
    check: "node",
    level: "fault",
    code: "NODE_TOO_OLD",
    message: `Node ${version} is older than ${least}.`,
    remedy: `Install Node ${least} or newer.`,
  };
}

/** Whether a project has what langgraph-rollback needs beside it, and one copy of LangChain's core. */
export function checkPackages(folder: string): readonly Diagnosis[] {
  const project = packageIn(folder);
  if (project === undefined)
    return [
      {
        check: "packages",
        level: "warning",
        code: "NO_PROJECT",
        message: `There is no readable package.json in ${folder}, so no packages were looked at.`,
        remedy: "Run doctor in the folder of your project, or name it with `--project`.",
      },
    ];
  if (existsSync(path.join(folder, ".pnp.cjs")))
    return [
      {
        check: "packages",
        level: "warning",
        code: "PACKAGES_NOT_LOOKED_AT",
        message: `${folder} uses Yarn's Plug'n'Play, which keeps no packages in folders.`,
        remedy: `Ask Yarn: yarn why ${CORE}. There should be one version of it.`,
      },
    ];
  return [...peers(project), oneCore(project)].filter((diagnosis) => diagnosis !== undefined);
}

function peers(project: InstalledPackage): readonly Diagnosis[] {
  const rollback = installedPackage(ROLLBACK, project.folder);
  const ranges = (rollback ?? ownRollback())?.manifest.peerDependencies ?? {};
  const missing: Diagnosis[] = rollback === undefined ? [missingPackage(ROLLBACK, "warning")] : [];
  const found = [...REQUIRED, ...OPTIONAL].flatMap((name): readonly Diagnosis[] => {
    const peer = installedPackage(name, project.folder);
    if (peer !== undefined) return [checkPeer(name, peer.manifest.version, ranges[name])];
    return REQUIRED.includes(name) ? [missingPackage(name, "fault")] : [];
  });
  return [...missing, ...found];
}

/** The one that the command line came with. */
function ownRollback(): InstalledPackage | undefined {
  return installedPackage(ROLLBACK, path.dirname(fileURLToPath(import.meta.url)));
}

function missingPackage(name: string, level: "warning" | "fault"): Diagnosis {
  return {
    check: "packages",
    level,
    code: "PACKAGE_MISSING",
    message: `${name} is not installed here.`,
    remedy: `npm install ${name}`,
  };
}

function checkPeer(name: string, version: string, range: string | undefined): Diagnosis {
  const shown = printable(version);
  if (range === undefined || isInRange(version, range) !== false)
    return name === LANGGRAPH && isUntestedLanggraph(version)
      ? untested(shown)
      : { check: "packages", level: "ok", message: `${name} ${shown} is installed.` };
  return {
    check: "packages",
    level: "fault",
    code: "PACKAGE_OUT_OF_RANGE",
    message: `${name} is ${shown}, and langgraph-rollback needs ${range}.`,
    remedy: `npm install ${name}@${range}`,
  };
}

function untested(shown: string): Diagnosis {
  return {
    check: "packages",
    level: "warning",
    code: "LANGGRAPH_UNTESTED",
    message: `${LANGGRAPH} is ${shown}, and ${TESTED_LANGGRAPH} is the newest that langgraph-rollback is tested with.`,
    remedy: `Update langgraph-rollback, or npm install ${LANGGRAPH}@${TESTED_LANGGRAPH}`,
  };
}

function oneCore(project: InstalledPackage): Diagnosis | undefined {
  const copies = copiesOf(CORE, project);
  const [only] = copies;
  if (only === undefined) return undefined;
  if (copies.length === 1) return { check: "core", level: "ok", message: `There is one copy of ${CORE}.` };
  const told = copies.map(
    ({ folder, usedBy, version }) =>
      `${printable(version)} in ${printable(path.relative(project.folder, folder))} (for ${usedBy.map(printable).toSorted().slice(0, 3).join(", ")}${usedBy.length > 3 ? ", …" : ""})`,
  );
  return {
    check: "core",
    level: "fault",
    code: "CORE_DUPLICATED",
    message: `There are ${copies.length} copies of ${CORE}, and messages of one are none to the other: ${told.join("; ")}.`,
    remedy: `Let all agree on one version: npm dedupe, or an entry for ${CORE} under "overrides" in package.json (pnpm: pnpm.overrides).`,
  };
}
