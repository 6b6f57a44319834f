// Runs in processes of its own.
export { measureData } from "./measure-data.ts";
