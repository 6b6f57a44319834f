import { agentsDemo } from "./demo/agents-demo.ts";

await agentsDemo(process.env, console.log);
