export { PANEL, panel, type Scales } from "./panel.ts";
export { mark, strokeOf } from "./series-style.ts";
