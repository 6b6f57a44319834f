export { chartPage } from "./chart-page.ts";
export { type Dot, dotPanel } from "./dot-panel.ts";
export { legend, legendHeight } from "./legend.ts";
export { PANEL, panel, type PanelPlace, type Scales } from "./panel.ts";
export { mark, strokeOf } from "./series-style.ts";
