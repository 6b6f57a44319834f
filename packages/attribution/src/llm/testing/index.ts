export { ScriptedModel, scriptedModel } from "./scripted-model.ts";
export type { Script, ScriptedReply } from "./scripted-model.ts";
