import { networkDemo } from "./demo/network-demo.ts";

await networkDemo(process.env, console.log);
