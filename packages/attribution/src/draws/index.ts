export { seededOrder } from "./seeded-order.ts";
export { trajectoryDraw, trajectorySeed } from "./trajectory-draw.ts";
