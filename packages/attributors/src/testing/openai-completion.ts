import type { ServerAnswer, TokenLogprob } from "./openai-reply.ts";
import { forcedTool, type ChatRequest } from "./openai-request.ts";

/** One choice of a completion, before it is sent whole or in pieces. */
interface Choice {
  readonly content: string | null;
  readonly toolCalls: readonly { readonly id: string; readonly name: string; readonly args: string }[];
  readonly refusal: string | null;
  readonly reasoning: string | undefined;
  readonly finishReason: string;
  readonly logprobs: readonly TokenLogprob[] | undefined;
}

/** @internal A completion as one JSON body. */
export function completionBody(request: ChatRequest, answer: ServerAnswer, call: number): object {
  const choice = choiceOf(request, answer, call);
  const { content, refusal, reasoning, finishReason } = choice;
  const tool_calls = toolCallsOf(choice);
  const message = {
    role: "assistant",
    content,
    refusal,
    reasoning_content: reasoning,
    tool_calls: tool_calls.length === 0 ? undefined : tool_calls,
  };
  const choices = [{ index: 0, message, logprobs: logprobsOf(choice), finish_reason: finishReason }];
  const usage = usageOf(request, answer, choice);
  return { ...headOf(request, call, "chat.completion"), choices, ...(usage === null ? {} : { usage }) };
}

/** @internal A completion as the chunks of a stream, without the final `[DONE]`. */
export function completionChunks(
  request: ChatRequest,
  answer: ServerAnswer,
  call: number,
): readonly object[] {
  const choice = choiceOf(request, answer, call);
  const head = headOf(request, call, "chat.completion.chunk");
  const chunk = (delta: object, finish_reason: string | null = null, logprobs: object | null = null) => ({
    ...head,
    choices: [{ index: 0, delta, logprobs, finish_reason }],
  });
  const usage = request.stream_options?.include_usage === true ? usageOf(request, answer, choice) : null;
  return [
    chunk({ role: "assistant", content: "" }),
    ...(choice.reasoning === undefined ? [] : [chunk({ reasoning_content: choice.reasoning })]),
    ...(choice.refusal === null ? [] : [chunk({ refusal: choice.refusal })]),
    ...contentPieces(choice).map(({ content, tokens }) =>
      chunk({ content }, null, logprobsOf({ logprobs: tokens })),
    ),
    ...toolCallsOf(choice).map((tool, index) => chunk({ tool_calls: [{ index, ...tool }] })),
    chunk({}, choice.finishReason, logprobsOf({ logprobs: tokensBehind(choice) })),
    ...(usage === null ? [] : [{ ...head, choices: [], usage }]),
  ];
}

function choiceOf(request: ChatRequest, answer: ServerAnswer, call: number): Choice {
  const said = answer.json === undefined ? (answer.content ?? null) : JSON.stringify(answer.json);
  const forced =
    answer.refusal === undefined && answer.toolCalls === undefined ? forcedTool(request) : undefined;
  const made = forced === undefined || said === null ? [] : [{ name: forced, args: said }];
  const calls = answer.toolCalls ?? made;
  const content = answer.refusal !== undefined || made.length > 0 ? null : said;
  return {
    content,
    toolCalls: calls.map(({ name, args }, index) => ({ id: `call_${call}_${index}`, name, args })),
    refusal: answer.refusal ?? null,
    reasoning: answer.reasoning,
    finishReason: answer.finishReason ?? (calls.length > 0 ? "tool_calls" : "stop"),
    logprobs: request.logprobs === true ? (answer.logprobs ?? certain(content ?? "")) : undefined,
  };
}

function headOf({ model }: ChatRequest, call: number, object: string): object {
  return { id: `chatcmpl-${call}`, object, created: 0, model };
}

function toolCallsOf({ toolCalls }: Choice): readonly object[] {
  return toolCalls.map(({ id, name, args }) => ({
    id,
    type: "function",
    function: { name, arguments: args },
  }));
}

function logprobsOf({ logprobs }: Pick<Choice, "logprobs">): object | null {
  if (logprobs === undefined) return null;
  const entry = ({ token, logprob }: { token: string; logprob: number }) => ({ token, logprob, bytes: null });
  return {
    content: logprobs.map((given) => ({ ...entry(given), top_logprobs: (given.top ?? []).map(entry) })),
    refusal: null,
  };
}

function usageOf(request: ChatRequest, answer: ServerAnswer, choice: Choice): object | null {
  if (answer.usage === null) return null;
  const said = (choice.content ?? "") + choice.toolCalls.map(({ args }) => args).join("");
  const prompt_tokens =
    answer.usage?.input ?? request.messages.reduce((total, { content }) => total + quarter(content), 0);
  const completion_tokens = answer.usage?.output ?? quarter(said);
  const cached = answer.usage?.cached;
  return {
    prompt_tokens,
    completion_tokens,
    total_tokens: prompt_tokens + completion_tokens,
    ...(cached === undefined ? {} : { prompt_tokens_details: { cached_tokens: cached } }),
  };
}

function certain(content: string): readonly TokenLogprob[] {
  return (content.match(/\S+\s*/g) ?? []).map((token) => ({ token, logprob: 0 }));
}

function quarter(text: string): number {
  return Math.ceil(text.length / 4);
}

interface ContentPiece {
  readonly content: string;
  readonly tokens: readonly TokenLogprob[] | undefined;
}

/** Token by token, each with its probability, where the tokens spell the text; else in pieces of any size. */
function contentPieces(choice: Choice): readonly ContentPiece[] {
  const tokens = tokensOfText(choice);
  return tokens.length > 0
    ? tokens.map((token) => ({ content: token.token, tokens: [token] }))
    : pieces(choice.content ?? "").map((content) => ({ content, tokens: undefined }));
}

/** The tokens that no piece of the text is sent with: those of tool calls, or all. */
function tokensBehind(choice: Choice): readonly TokenLogprob[] | undefined {
  const behind = choice.logprobs?.slice(tokensOfText(choice).length);
  return behind?.length === 0 ? undefined : behind;
}

/** The first tokens, if they spell the text. */
function tokensOfText({ content, logprobs = [] }: Choice): readonly TokenLogprob[] {
  let spelt = "";
  const end = logprobs.findIndex(({ token }) => (spelt += token) === content);
  return logprobs.slice(0, end + 1);
}

function pieces(text: string): readonly string[] {
  return text.match(/[^]{1,12}/g) ?? [];
}
