/**
 * @internal The checkpoint namespace that keeps a thread's history beside its checkpoints: the same checkpointer, gone with the
 * thread, and never seen by LangGraph, which reads its own namespaces only.
 */
export const HISTORY_NAMESPACE = "langgraph-rollback";
