export { startOpenaiServer } from "./openai-server.ts";
export type { OpenaiServer, OpenaiServerOptions, ServerScript, Unsupported } from "./openai-server.ts";
export type {
  ScriptedToolCall,
  ServerAnswer,
  ServerFault,
  ServerReply,
  TokenLogprob,
} from "./openai-reply.ts";
export type { ChatRequest } from "./openai-request.ts";
export { testAttributor } from "./test-attributor.ts";
export { ScriptedModel, scriptedModel } from "./scripted-model.ts";
export type { Script, ScriptedReply } from "./scripted-model.ts";
