// Runs in processes of its own.
export { measureCell } from "./measure-cell.ts";
