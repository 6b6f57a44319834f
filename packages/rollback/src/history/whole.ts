import { z } from "zod";

/** @internal A count, or an index. */
export const whole: z.ZodNumber = z.number().int().nonnegative();
