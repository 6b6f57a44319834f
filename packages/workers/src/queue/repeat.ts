import { z } from "zod";

import { InvalidQueueOptionError } from "../errors/invalid-queue-option-error.ts";
import type { Place } from "../storage/place.ts";
import { pack } from "../values/packed.ts";

/** A run that is enqueued again and again. */
export interface RepeatedRun {
  /** When: a cron expression of five parts, or an RFC 5545 recurrence rule such as "FREQ=WEEKLY;BYDAY=MO;BYHOUR=9". */
  readonly at: string;
  /** Time zone of `at`. Default "UTC". */
  readonly timeZone?: string;
  readonly graph: string;
  readonly input: unknown;
  /** The thread that all of them are on. Default: each is on a thread of its own, named after the run. */
  readonly threadId?: string;
  readonly tenant?: string;
  readonly priority?: number;
}

/** @internal Queue of pg-boss whose jobs each enqueue a run. */
export const REPEATS: string = "repeats";

/** @internal Content of a job of it: the input is packed. */
export interface RepeatJob {
  readonly graph: string;
  readonly input: string;
  readonly threadId?: string | undefined;
  readonly tenant?: string | undefined;
  readonly priority?: number | undefined;
}

/** @internal */
export const repeatSchema: z.ZodType<RepeatJob> = z.object({
  graph: z.string(),
  input: z.string(),
  threadId: z.string().optional(),
  tenant: z.string().optional(),
  priority: z.number().optional(),
});

const NAME = /^[\w.-]{1,100}$/;

/** @internal Makes the queue where it is missing. */
export const makeRepeats = ({ boss }: Place): Promise<void> =>
  boss.createQueue(REPEATS, { retryLimit: 1000, retryDelay: 1, retryBackoff: true, retryDelayMax: 60 });

/** @internal */
export async function repeat(place: Place, name: string, repeated: RepeatedRun): Promise<void> {
  if (!NAME.test(name))
    throw new InvalidQueueOptionError("name", "letters, digits, dots, underscores and hyphens", name);
  const { at, timeZone = "UTC", input, ...rest } = repeated;
  await makeRepeats(place);
  const data = repeatSchema.parse({ ...rest, input: await pack(input) });
  await place.boss.schedule(REPEATS, at, data, { key: name, tz: timeZone });
}

/** @internal */
export async function stopRepeating({ boss }: Place, name: string): Promise<void> {
  await boss.unschedule(REPEATS, name);
}
