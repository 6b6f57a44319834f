import { printable } from "@langgraph-rollback/inspector/shared";
import type { RecordedAct } from "langgraph-rollback/inspection";

import type { Diagnosis } from "../diagnosis.ts";
import type { ActingThread } from "./acting-threads.ts";

/** Acts that one diagnosis names. */
const NAMED = 3;

/** Runs of which more is to come. */
const UNDER_WAY: ReadonlySet<string> = new Set(["running", "interrupted"]);

/** An act that waits although its run has ended. */
interface WaitingAct {
  readonly thread: string;
  readonly act: RecordedAct;
}

/** A warning for acts that are held although their runs have ended, or whose release has failed. */
export function notReleased(threads: readonly ActingThread[]): readonly Diagnosis[] {
  const waiting = threads.flatMap(waitingIn);
  const [first] = waiting;
  if (first === undefined) return [];
  const named = waiting.slice(0, NAMED).map(inWords);
  const rest = waiting.length - named.length;
  return [
    {
      check: "effects",
      level: "warning",
      code: "EFFECT_NOT_RELEASED",
      message: printable(
        `Acts are held although their runs have ended: ${named.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}.`,
      ),
      remedy: printable(
        `Look whether they are wanted, and decide: langgraph-rollback effects DB --thread ${JSON.stringify(first.thread)} --graph ./agent.js#agent --release, or --discard. One whose release has failed may have taken place.`,
      ),
    },
  ];
}

function waitingIn({ acts, view: { id: thread, runs } }: ActingThread): readonly WaitingAct[] {
  const ended = new Set(runs.filter(({ status }) => !UNDER_WAY.has(status)).map(({ run }) => run));
  return acts.filter(({ isHeld, run }) => isHeld && ended.has(run)).map((act) => ({ thread, act }));
}

const inWords = ({ act: { attempt, hasFailed, name }, thread }: WaitingAct): string =>
  `"${name}" of attempt ${attempt} in thread "${thread}"${hasFailed ? ", whose release has failed" : ""}`;
