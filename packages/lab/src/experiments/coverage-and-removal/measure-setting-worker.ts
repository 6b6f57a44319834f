// Runs in processes of its own.
export { measureSetting } from "./measure-setting.ts";
