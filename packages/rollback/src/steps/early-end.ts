/** The alarm that ended an attempt before its end. */
export interface RaisedAlarm {
  readonly by: "alarm";
  /** Step after which it was raised, 0-based. */
  readonly step: number;
  /** Its value, higher for worse. */
  readonly alarm: number;
  /** The value above which a run is stopped. */
  readonly above: number;
}

/** The check after a step that ended an attempt before its end. */
export interface FailedCheck {
  readonly by: "check";
  /** The last step of the node that was checked, 0-based. */
  readonly step: number;
  readonly node: string;
  /** The first step of that run of the node. */
  readonly from: number;
  /** Start of its rewind: "set" where the policy says, "node" at `from`. */
  readonly to: "set" | "node";
}

/** What ended an attempt in place of its verifier. */
export type EarlyEnd = RaisedAlarm | FailedCheck;

/** @internal The reason of an early end in words, with steps counted from 1. */
export function earlyEndInWords(early: EarlyEnd): string {
  const after = `after step ${early.step + 1}`;
  if (early.by === "check") return `The check of node "${early.node}" failed ${after}`;
  return `Stopped ${after}: the alarm ${early.alarm.toPrecision(3)} is above ${early.above.toPrecision(3)}`;
}
