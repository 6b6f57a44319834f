import { describeError } from "../../errors/describe-error.ts";
import type { ActEnd } from "../act.ts";
import type { NewMark } from "./mark.ts";

/** @internal The mark of an act's end for the journal. */
export function endMark(id: string, end: ActEnd): NewMark {
  if (end.outcome === "done") return { mark: "done", id, result: end.result, isStored: true };
  if (end.outcome === "failed") {
    const { wasCalled } = end;
    const error = describeError(end.error);
    return { mark: "failed", id, error, ...(wasCalled === undefined ? {} : { wasCalled }) };
  }
  if (end.outcome === "unknown") return { mark: "cut-off", id };
  return { mark: "paused", id };
}
