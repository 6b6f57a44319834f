export { macnetGraph } from "./network/macnet-graph.ts";
export type { MacnetGraph, MacnetOptions } from "./network/macnet-graph.ts";
export { macnetInput } from "./network/macnet-input.ts";
export { verifyReport } from "./network/verify-report.ts";
export { simulatedNetwork } from "./simulated/simulated-network.ts";
export { TOPOLOGIES } from "./topologies/topology.ts";
export type { Topology } from "./topologies/topology.ts";
