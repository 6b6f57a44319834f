export type { ServerReply } from "./openai-reply.ts";
export { startOpenaiServer } from "./openai-server.ts";
export type { OpenaiServer, ServerScript, Unsupported } from "./openai-server.ts";
export { scriptedModel } from "./scripted-model.ts";
export { testAttributor } from "./test-attributor.ts";
