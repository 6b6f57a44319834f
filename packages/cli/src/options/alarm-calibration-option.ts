import { Option } from "commander";

/** `--alarm-calibration`, from which the line of promises is made. */
export const alarmCalibrationOption = (): Option =>
  new Option("--alarm-calibration <file>", "tell its promise too: from `calibrate --alarm`");
