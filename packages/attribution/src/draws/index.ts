export { seededOrder } from "./seeded-order.ts";
export { trajectoryDraw } from "./trajectory-draw.ts";
