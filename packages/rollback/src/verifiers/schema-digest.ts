import { z } from "zod";

import { digest } from "./fingerprint.ts";
import type { StandardSchema } from "./standard-schema.ts";

/** Schemas that JSON Schema expresses completely. Others transform, or decide by code. */
const PLAIN_TYPES = words(
  "string number boolean null literal enum array object tuple record union intersection optional nullable nonoptional any unknown never readonly",
);

const PLAIN_CHECKS = words(
  "less_than greater_than multiple_of number_format min_length max_length length_equals",
);

/**
 * @internal A schema's part of a fingerprint: a digest of its JSON Schema, if that expresses it completely. `undefined` for schemas that decide by
 * functions as well, such as a `refine`, and for schemas of other libraries.
 */
export function schemaDigest(schema: StandardSchema): string | undefined {
  if (!(schema instanceof z.core.$ZodType)) return undefined;
  let isPlain = true;
  const look = (part: z.core.$ZodTypes): void => {
    isPlain &&= isPlainPart(part);
  };
  try {
    const json = z.toJSONSchema(schema, { io: "input", override: ({ zodSchema }) => look(zodSchema) });
    return isPlain ? digest(json) : undefined;
  } catch {
    // Some types have no JSON Schema.
    return undefined;
  }
}

function isPlainPart({ _zod: { def } }: z.core.$ZodTypes): boolean {
  if (!PLAIN_TYPES.has(def.type) || ("coerce" in def && def.coerce)) return false;
  if ("check" in def && !isPlainCheck(def)) return false;
  return (def.checks ?? []).every((check) => isPlainCheck(check._zod.def));
}

/** Formats of text are plain if an expression alone decides them: JSON Schema has it. */
function isPlainCheck(def: object): boolean {
  const kind: unknown = Reflect.get(def, "check");
  if (kind === "string_format") return "pattern" in def && def.pattern !== undefined;
  return typeof kind === "string" && PLAIN_CHECKS.has(kind);
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(" "));
}
