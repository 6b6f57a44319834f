import { type AlarmCalibration, alarmOf, readAlarmCalibration } from "@langgraph-rollback/attribution";
import { printable } from "@langgraph-rollback/inspector/shared";

import type { Diagnosis } from "./diagnosis.ts";

/** Whether an alarm's calibration can be read, and whether it stops any run. */
export async function checkAlarm(file: string): Promise<readonly Diagnosis[]> {
  let calibration: AlarmCalibration;
  try {
    calibration = await readAlarmCalibration(file);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [
      {
        check: "alarm",
        level: "fault",
        code: "ALARM_CALIBRATION_UNREADABLE",
        message: printable(`${file} is no alarm's calibration that can be read: ${reason}`),
        remedy:
          "Calibrate anew (langgraph-rollback calibrate --alarm), or update the packages if a newer version wrote it.",
      },
    ];
  }
  const groups = [...new Set(calibration.runs.map(({ group }) => group))];
  const alarms = groups.map((group) => alarmOf(calibration, group === undefined ? {} : { group }));
  if (alarms.some(({ above }) => above < Infinity))
    return [
      {
        check: "alarm",
        level: "ok",
        message: printable(
          `The alarm is calibrated on ${calibration.n} right runs, by the scores of ${calibration.scorerFingerprint}.`,
        ),
      },
    ];
  return [
    {
      check: "alarm",
      level: "warning",
      code: "ALARM_STOPS_NONE",
      message: printable(alarms[0]?.reason ?? "The alarm is calibrated on no run, and stops none."),
      remedy: "Record more runs that nothing could stop, and calibrate anew; or accept a larger alpha.",
    },
  ];
}
