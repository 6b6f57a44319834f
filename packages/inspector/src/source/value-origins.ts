import {
  originOf,
  type Trajectory,
  unreadFrom,
  type ValueLink,
  valueLinks,
} from "@langgraph-rollback/attribution/trajectory";

import type { StepAddress } from "../shared/view/step-detail.ts";
import type { StepValues, TextPlaces } from "../shared/view/step-values.ts";
import type { AttemptAddress, ThreadSource } from "./thread-source.ts";

/** Values that a step tells of, and later steps that a text tells of. */
const [MOST_VALUES, MOST_LATER] = [60, 100];

/** Attempts whose links are remembered while somebody goes through their steps. */
const ATTEMPTS = 4;

/** Origins of values in a source's attempts. */
export interface ValueOrigins {
  /** @returns `undefined` if there is no such attempt */
  readonly ofStep: (address: StepAddress) => Promise<StepValues | undefined>;
  /** @returns `undefined` if the attempt has no such text in what was looked through, or is not there */
  readonly ofText: (address: AttemptAddress, text: string) => Promise<TextPlaces | undefined>;
  /** @returns the first step of an attempt whose texts are not looked through; `undefined` where all are */
  readonly unread: (address: AttemptAddress) => Promise<ValueLink["from"] | undefined>;
}

/** The links of an attempt. */
interface Links extends Unread {
  readonly byStep: ReadonlyMap<number, readonly ValueLink[]>;
}

type Unread = Pick<StepValues, "unread">;

function unreadOf(trajectory: Trajectory): Unread {
  const unread = unreadFrom(trajectory);
  return unread === undefined ? {} : { unread };
}

export function valueOrigins(source: ThreadSource): ValueOrigins {
  const known = new Map<string, Promise<Links | undefined>>();
  const linksOf = async (address: AttemptAddress): Promise<Links | undefined> => {
    const { attempt, run, thread } = address;
    const key = JSON.stringify([thread, run, attempt, await source.version(thread)]);
    const found = known.get(key) ?? readLinks(source, address);
    known.delete(key);
    known.set(key, found);
    found.catch(() => known.delete(key));
    const [oldest] = known.keys();
    if (known.size > ATTEMPTS && oldest !== undefined) known.delete(oldest);
    return found;
  };
  return {
    ofStep: async (address) => {
      const read = await linksOf(address);
      if (read === undefined) return undefined;
      const { byStep, ...unread } = read;
      const all = byStep.get(address.step) ?? [];
      const links = [
        ...all.filter(({ from }) => from !== "input"),
        ...all.filter(({ from }) => from === "input"),
      ];
      return { links: links.slice(0, MOST_VALUES), more: Math.max(0, links.length - MOST_VALUES), ...unread };
    },
    ofText: async (address, text) => {
      const trajectory = await source.trajectory(address);
      const found = trajectory && originOf(trajectory, text);
      if (trajectory === undefined || found === undefined) return undefined;
      const later = found.links.slice(0, MOST_LATER).map(({ to }) => to);
      return { from: found.from, places: found.places, later, ...unreadOf(trajectory) };
    },
    unread: async (address) => {
      const trajectory = await source.trajectory(address);
      return trajectory && unreadFrom(trajectory);
    },
  };
}

async function readLinks(source: ThreadSource, address: AttemptAddress): Promise<Links | undefined> {
  const trajectory = await source.trajectory(address);
  if (trajectory === undefined) return undefined;
  const byStep = new Map<number, ValueLink[]>();
  for (const link of valueLinks(trajectory)) {
    const links = byStep.get(link.to);
    if (links === undefined) byStep.set(link.to, [link]);
    else links.push(link);
  }
  return { byStep, ...unreadOf(trajectory) };
}
