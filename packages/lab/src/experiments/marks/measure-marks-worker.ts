// Runs in processes of its own.
export { measureMarks } from "./measure-marks.ts";
