import { z } from "zod";

import { InvalidOptionError } from "../errors/invalid-option-error.ts";
import type { Verdict, VerifierRun } from "./verifier.ts";
import { A_FUNCTION, A_TEXT, checkVerifierOptions } from "./check-verifier-options.ts";
import { checkNamed, fingerprintOf } from "./fingerprint.ts";
import { inTime } from "./in-time.ts";
import type { NamedVerifier, VerifierOptions } from "./named-verifier.ts";
import { schemaDigest } from "./schema-digest.ts";
import type { StandardIssue, StandardResult, StandardSchema } from "./standard-schema.ts";

/** How a run is held to a schema. */
export interface SchemaOptions<Input = unknown, Output = unknown> extends VerifierOptions {
  /** Picks what the schema is held against. Default: the output. */
  readonly select?: (run: VerifierRun<Input, Output>) => unknown;
  /**
   * Short name of what decides and cannot be read off: `select`, and a schema that decides by functions (`refine`, `transform`) or is not
   * of zod 4. Needed then. Change it whenever they change.
   */
  readonly fingerprint?: string;
}

/** Issues that a reason tells; the rest is counted. */
const MOST_ISSUES = 10;

/**
 * Holds a run's output against a schema: of zod, or of any library with Standard Schema. The reason lists what is wrong, and where.
 *
 * @throws {InvalidOptionError} if `fingerprint` is needed and missing
 *
 * @example
 * const verify = schemaVerifier(z.object({ total: z.number().max(100) }));
 */
export function schemaVerifier<Input = unknown, Output = unknown>(
  schema: StandardSchema,
  options: SchemaOptions<Input, Output> = {},
): NamedVerifier<Input, Output> {
  if (!isSchema(schema))
    throw new InvalidOptionError("schema", "a schema, of zod or another library", schema);
  checkVerifierOptions(options, { select: A_FUNCTION, fingerprint: A_TEXT });
  const { select = ({ output }) => output, fingerprint, timeout } = options;
  const known = schemaDigest(schema);
  checkNamed(fingerprint, known === undefined ? "the schema" : options.select && "`select`");
  const ask = async (run: VerifierRun<Input, Output>): Promise<Verdict> =>
    verdictOf(await schema["~standard"].validate(await select(run)));
  return Object.assign((run: VerifierRun<Input, Output>) => inTime(run, timeout, ask), {
    fingerprint: fingerprintOf("schema", fingerprint, known),
  });
}

/** Schemas of ArkType are functions. */
function isSchema(value: unknown): boolean {
  return (typeof value === "object" || typeof value === "function") && value !== null && "~standard" in value;
}

function verdictOf({ issues }: StandardResult): Verdict {
  if (issues === undefined) return { ok: true };
  const told = issues.slice(0, MOST_ISSUES).map(textOf);
  const rest = issues.length - told.length;
  return { ok: false, reason: [...told, ...(rest > 0 ? [`and ${rest} more`] : [])].join("; ") };
}

function textOf({ path = [], message }: StandardIssue): string {
  return path.length === 0 ? message : `${z.core.toDotPath([...path])}: ${message}`;
}
