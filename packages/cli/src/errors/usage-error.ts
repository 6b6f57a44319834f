export { UsageError } from "@langgraph-rollback/lab/errors";
