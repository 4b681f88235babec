/** What a stream of the AI SDK shows, as updates of a turn. */
import { embeddedResource, resourceLink, text, type ContentBlock, type ToolCall, type Turn } from '@acp-stack/sdk';
import type { TextStreamPart, ToolSet } from 'ai';

import { viewOf, type ToolView, type ViewedTool } from './tool-view.ts';

/** A call that needs approval. */
export interface Approval {
  readonly approvalId: string;
  readonly toolName: string;
  readonly call: ToolCall;
}

/** Those of an agent with any tools. */
// oxlint-disable-next-line typescript/no-explicit-any -- the parts of a ToolSet have inputs of the type never
type Part = TextStreamPart<any>;
type PartOf<K extends Part['type']> = Extract<Part, { readonly type: K }>;
type Show = { readonly [K in Part['type']]?: (part: PartOf<K>) => unknown };

interface ViewInit {
  readonly tools: ToolSet;
  readonly view: (call: ViewedTool) => ToolView | undefined;
}

/** Shows the streams of one turn. */
export class StreamView {
  readonly #turn: Turn;
  readonly #init: ViewInit;
  /** By the ids of the model service, which are not always unique in a session. */
  readonly #calls = new Map<string, ToolCall>();
  #approvals: Approval[] = [];
  #stepText = '';

  constructor(turn: Turn, init: ViewInit) {
    this.#turn = turn;
    this.#init = init;
  }

  /** The text of a step that has not ended. */
  get unstoredText(): string {
    return this.#stepText;
  }

  /** A call of the model begins. */
  beginCall(): void {
    this.#stepText = '';
  }

  /** The calls that need approval since the last time. */
  takeApprovals(): readonly Approval[] {
    const taken = this.#approvals;
    this.#approvals = [];
    return taken;
  }

  /** Shows one part. */
  async show(part: Part): Promise<void> {
    const show = this.#parts[part.type] as ((given: Part) => unknown) | undefined;
    await show?.(part);
  }

  readonly #parts: Show = {
    'text-start': () => {
      if (!this.#turn.message.isEmpty) this.#turn.newMessage();
    },
    'text-delta': ({ text: words }) => {
      this.#stepText += words;
      return this.#turn.message.append(words);
    },
    'reasoning-start': () => {
      if (!this.#turn.thought.isEmpty) this.#turn.newThought();
    },
    'reasoning-delta': ({ text: words }) => this.#turn.thought.append(words),
    source: (source) =>
      this.#turn.message.append(
        source.sourceType === 'url'
          ? resourceLink(source.url, source.title ?? source.url)
          : resourceLink(`source:${source.id}`, source.title, { mimeType: source.mediaType }),
      ),
    file: ({ file }) => this.#turn.message.append(fileBlock(file)),
    'finish-step': () => {
      this.#stepText = '';
    },
    'tool-input-start': ({ id, toolName, title }) => {
      this.#call({ id, toolName, title, input: undefined });
    },
    'tool-call': async ({ toolCallId, toolName, title, input }) => {
      const call = this.#call({ id: toolCallId, toolName, title, input });
      const {
        kind,
        locations,
        title: shown,
      } = viewOf({ toolName, title, input }, this.#init.view({ toolName, input }));
      await call.update({ title: shown, kind, locations, rawInput: input });
      const { needsApproval = false } = this.#init.tools[toolName] ?? {};
      if (needsApproval === false) await call.start();
    },
    'tool-approval-request': ({ approvalId, toolCall }) => {
      const { toolCallId, toolName, title, input } = toolCall;
      this.#approvals.push({ approvalId, toolName, call: this.#call({ id: toolCallId, toolName, title, input }) });
    },
    'tool-result': async ({ toolCallId, toolName, input, output, preliminary }) => {
      const call = this.#call({ id: toolCallId, toolName, title: undefined, input });
      const content = outputBlocks(output).map((block) => ({ type: 'content' as const, content: block }));
      if (preliminary === true) await call.update({ content, status: 'in_progress' });
      else await call.complete({ content, rawOutput: jsonOf(output) });
    },
    'tool-error': ({ toolCallId, toolName, input, error }) =>
      this.#call({ id: toolCallId, toolName, title: undefined, input }).fail({
        content: [{ type: 'content', content: text(error instanceof Error ? error.message : String(error)) }],
      }),
    'tool-output-denied': ({ toolCallId }) => this.#calls.get(toolCallId)?.cancel(),
  };

  #call({ id, ...call }: ViewedTool & { readonly id: string; readonly title: string | undefined }): ToolCall {
    const known = this.#calls.get(id);
    if (known !== undefined) return known;
    const { toolName, input } = call;
    const made = this.#turn.toolCall({ name: toolName, ...viewOf(call, this.#init.view({ toolName, input })) });
    this.#calls.set(id, made);
    return made;
  }
}

/** The output as the wire and a store take it: what JSON cannot say, such as a loop, is written out. */
function jsonOf(output: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(output) ?? 'null') as unknown;
  } catch {
    return String(output);
  }
}

function fileBlock({ base64, mediaType }: { readonly base64: string; readonly mediaType: string }): ContentBlock {
  const [family] = mediaType.split('/');
  if (family === 'image' || family === 'audio') return { type: family, data: base64, mimeType: mediaType };
  return embeddedResource({ uri: `attachment:///${crypto.randomUUID()}`, mimeType: mediaType, blob: base64 });
}

/** Text, and the content of tools of MCP servers; other output is shown as it is, in `rawOutput`. */
function outputBlocks(output: unknown): readonly ContentBlock[] {
  if (typeof output === 'string') return output === '' ? [] : [text(output)];
  const { content } = Object(output) as { readonly content?: unknown };
  if (!Array.isArray(content)) return [];
  return (content as readonly Readonly<Record<string, unknown>>[]).flatMap((block): ContentBlock[] => {
    if (block['type'] === 'text' && typeof block['text'] === 'string') return [text(block['text'])];
    const { type, data, mimeType } = block;
    return (type === 'image' || type === 'audio') && typeof data === 'string' && typeof mimeType === 'string'
      ? [{ type, data, mimeType }]
      : [];
  });
}
