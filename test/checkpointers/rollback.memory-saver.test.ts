import { MemorySaver } from "@langchain/langgraph-checkpoint";
import { testCheckpointer } from "langgraph-rollback/testing";
import { describe, it } from "vitest";

const memory = new MemorySaver();

testCheckpointer(() => memory, { describe, it, name: "MemorySaver" });
