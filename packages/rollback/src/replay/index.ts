export { OverlaySaver } from "./overlay-saver.ts";
