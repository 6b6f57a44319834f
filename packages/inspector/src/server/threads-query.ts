import { z } from "zod";

import { FILTERS } from "../shared/listing/thread-list.ts";
import type { ThreadQuery } from "../shared/listing/thread-query.ts";

const text = z.string().max(200).exactOptional();
const moment = z.iso.datetime().exactOptional();
const number = (most: number, otherwise: number) =>
  z.coerce.number().pipe(z.int().min(0).max(most)).default(otherwise);
const isSaid = z
  .literal("true")
  .optional()
  .transform((said) => said !== undefined);

/** Threads that are given at a time. */
const MOST = 200;

/** Which threads to list, as the query of an address says it. */
export const threadsQuery: z.ZodType<ThreadQuery & { readonly anew: boolean; readonly followUp: boolean }> =
  z.object({
    filter: z.enum(FILTERS).exactOptional(),
    search: text,
    agent: text,
    since: moment,
    until: moment,
    sort: text,
    from: number(1_000_000_000, 0),
    count: number(MOST, MOST),
    anew: isSaid,
    followUp: isSaid,
  });
