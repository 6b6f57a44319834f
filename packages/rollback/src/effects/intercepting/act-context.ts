import { AsyncLocalStorage } from "node:async_hooks";

import type { ActLog, ReplayLog } from "../act.ts";

/** Surroundings of everything that an attempt runs. */
interface ActContext {
  /** Log of its acts. Once the attempt is over, this refuses new ones. Absent where a held act is carried out. */
  readonly log?: ActLog;
  /** Whether a tool is being called that notes itself down. */
  readonly isSeen: boolean;
  /** Key of the act around, if there is one. */
  readonly key?: string;
}

const context = new AsyncLocalStorage<ActContext>();

/** @internal Runs something as part of an attempt whose acts go to a log. A graph with rollback of its own inside of it has its own. */
export const withActLog = <T>(log: ActLog, work: () => T): T => context.run({ log, isSeen: false }, work);

/** @internal Runs something that keeps its own effects, or none: they are no part of an attempt around. */
export const withoutActLog = <T>(work: () => T): T => context.exit(work);

/** @internal The log of the attempt around; `undefined` outside of attempts whose graph declares effects. */
export const actLogAround = (): ActLog | undefined => context.getStore()?.log;

/** @internal The log of the replay around; `undefined` in live runs. */
export const replayAround = (): ReplayLog | undefined => actLogAround()?.replay;

/** @internal Calls a tool that notes itself down: nothing else notes it down again. */
export function asSeen<T>(work: () => T): T {
  const around = context.getStore();
  return around === undefined ? work() : context.run({ ...around, isSeen: true }, work);
}

/** @internal Whether the tool that starts notes itself down. */
export const isSeen = (): boolean => context.getStore()?.isSeen === true;

/** @internal Does what an act is about: what it calls inside is seen again, and finds the act's key. */
export function insideAct<T>(key: string | undefined, work: () => T): T {
  const around = context.getStore();
  if (around === undefined) return work();
  const { log } = around;
  return context.run(
    { ...(log === undefined ? {} : { log }), isSeen: false, ...(key === undefined ? {} : { key }) },
    work,
  );
}

/** @internal Carries out an act after its run: no log hears of it, and it finds its key. */
export const withKey = <T>(key: string, work: () => T): T => context.run({ isSeen: false, key }, work);

/** @internal Key of the act around. */
export const keyAround = (): string | undefined => context.getStore()?.key;
