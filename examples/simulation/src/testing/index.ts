export { startOpenaiServer } from "./openai-server.ts";
export type { ChatRequest, OpenaiServer } from "./openai-server.ts";
