import { Option } from "commander";

/** `--recovery-calibration`, from which the line of promises is made. */
export const recoveryCalibrationOption = (): Option =>
  new Option(
    "--recovery-calibration <file>",
    "tell its promise too: from `recovery --out` (default: what the recorded runs promise)",
  );
