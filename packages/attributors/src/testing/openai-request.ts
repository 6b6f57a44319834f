import { z } from "zod";

/** A request for a chat completion; contents in parts come as one text. Other fields stay as they were sent. */
export interface ChatRequest {
  readonly model: string;
  readonly messages: readonly {
    readonly role: string;
    readonly content: string;
    readonly name?: string | undefined;
  }[];
  readonly seed?: number | null | undefined;
  readonly temperature?: number | undefined;
  readonly stream?: boolean | null | undefined;
  readonly stream_options?: { readonly include_usage?: boolean | undefined } | null | undefined;
  readonly logprobs?: boolean | null | undefined;
  readonly top_logprobs?: number | null | undefined;
  readonly tools?: readonly { readonly function: { readonly name: string } }[] | undefined;
  readonly tool_choice?: unknown;
  readonly response_format?: { readonly type: string } | null | undefined;
}

const part = z.looseObject({ type: z.string(), text: z.string().optional() });
const message = z.looseObject({
  role: z.string(),
  name: z.string().optional(),
  content: z
    .union([z.string(), z.array(part), z.null()])
    .optional()
    .transform((content) => (typeof content === "string" ? content : joined(content ?? []))),
});

const chatRequest: z.ZodType<ChatRequest> = z.looseObject({
  model: z.string(),
  messages: z.array(message),
  seed: z.number().nullish(),
  temperature: z.number().optional(),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().optional() }).nullish(),
  logprobs: z.boolean().nullish(),
  top_logprobs: z.number().nullish(),
  tools: z.array(z.looseObject({ function: z.looseObject({ name: z.string() }) })).optional(),
  tool_choice: z.unknown().optional(),
  response_format: z.looseObject({ type: z.string() }).nullish(),
});

/** @throws {z.ZodError} if it is none */
export function parseChatRequest(body: unknown): ChatRequest {
  return chatRequest.parse(body);
}

/** The function that the request wants to be called, if it leaves no choice. */
export function forcedTool({ tools, tool_choice: choice }: ChatRequest): string | undefined {
  if (tools === undefined) return undefined;
  if (choice === "required" || choice === "any") return tools[0]?.function.name;
  const named = z.looseObject({ function: z.looseObject({ name: z.string() }) }).safeParse(choice);
  return named.success ? named.data.function.name : undefined;
}

function joined(parts: readonly { readonly text?: string | undefined }[]): string {
  return parts.map(({ text }) => text ?? "").join("");
}
