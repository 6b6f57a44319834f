import type { ReactNode } from "react";

export function CalibrationPage(): ReactNode {
  return <h1>Calibration</h1>;
}
