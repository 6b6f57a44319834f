/** Content that each format reads, for the help, by the names that `--from` takes. */
export const IMPORT_FORMATS = {
  "langgraph-rollback": "our own trajectories, and labelled traces with id, task, steps and decisiveStep",
  "who-and-when": "Who&When's JSON files",
  reasoneval: "ReasonEval's solutions, right and wrong",
  agentprocessbench: "AgentProcessBench's runs with a mark for each step",
  otlp: "OpenTelemetry traces as OTLP/JSON, by the GenAI conventions or OpenInference",
  langsmith: "LangSmith's runs, as its client lists or sends them",
  langfuse: "Langfuse's traces and observations, exported or by its API",
  "openai-chat": "chat messages as OpenAI writes them, and tau-bench's results",
  tau2: "tau2-bench's simulations",
  "claude-code": "sessions of Claude Code",
  codex: "sessions of Codex",
  autogen: "messages, logs and saved states of AutoGen, AG2 and Magentic-One",
} as const;

/** Name of a format. */
export type ImportFormat = keyof typeof IMPORT_FORMATS;
