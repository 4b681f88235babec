/**
 * The updates of one turn as parts of a stream of the AI SDK.
 *
 * Text and thoughts are passed on as they come. A tool call of the agent is a dynamic tool call that the provider has
 * executed: shown when it begins, called when its input is known, and always followed by its result.
 */
import type { LanguageModelV3StreamPart } from '@ai-sdk/provider';
import { encodeBase64 } from '@acp-stack/schema/base64';
import type { ContentBlock, SessionUpdate } from '@acp-stack/sdk';
import {
  AddedContent,
  emptyTranscript,
  findEntry,
  fold,
  isFinished,
  blockText,
  type Addition,
  type ToolCallEntry,
} from '@acp-stack/transcript';

import { toolResult } from './tool-result.ts';

type Part = LanguageModelV3StreamPart;
type Kind = 'text' | 'reasoning';

/** Writes the parts of one turn. */
export class PartWriter {
  readonly #holdsCalls: boolean;
  readonly #added = new AddedContent();
  #transcript = emptyTranscript();
  /** The block that is being written. */
  #open: { readonly kind: Kind; readonly id: string; readonly messageId: string } | undefined;
  #blocks = 0;
  readonly #calls = new Map<string, 'shown' | 'called' | 'ended'>();
  #text = '';

  /**
   * With `holdsCalls`, a tool call is written together with its result: the AI SDK refuses a result whose call was in
   * an earlier step, and a tool of the program ends a step.
   */
  constructor({ holdsCalls }: { readonly holdsCalls: boolean }) {
    this.#holdsCalls = holdsCalls;
  }

  /** All text that was written so far. */
  get text(): string {
    return this.#text;
  }

  /** The parts for an update. */
  write(update: SessionUpdate): readonly Part[] {
    const addition = this.#added.of(update);
    if (addition !== undefined) return addition.blocks.flatMap((block) => this.#block(addition, block));
    this.#transcript = fold(this.#transcript, update);
    return 'toolCallId' in update && typeof update.toolCallId === 'string' ? this.#toolCall(update.toolCallId) : [];
  }

  /** The parts that end a step: nothing stays open. */
  endStep(): readonly Part[] {
    const open = this.#open;
    this.#open = undefined;
    return open === undefined ? [] : [{ type: `${open.kind}-end`, id: open.id }];
  }

  /** The parts that end the turn: a call that has not ended has the result that it has not ended. */
  endTurn(): readonly Part[] {
    const unfinished = [...this.#calls].filter(([, state]) => state !== 'ended').map(([id]) => id);
    return [...this.endStep(), ...unfinished.flatMap((id) => this.#endCall(id))];
  }

  // -------------------------------------------------------------------------------------------- messages

  #block({ type, messageId }: Addition, block: ContentBlock): readonly Part[] {
    const text = blockText(block);
    if (text === undefined) return [...this.endStep(), ...otherParts(block, `${messageId}-${(this.#blocks += 1)}`)];
    const kind = type === 'agent_thought' ? 'reasoning' : 'text';
    if (kind === 'text') this.#text += text;
    const started = this.#open?.kind === kind && this.#open.messageId === messageId ? [] : this.#begin(kind, messageId);
    return [...started, { type: `${kind}-delta`, id: this.#open?.id ?? '', delta: text }];
  }

  #begin(kind: Kind, messageId: string): readonly Part[] {
    const ended = this.endStep();
    const id = `${messageId}-${(this.#blocks += 1)}`;
    this.#open = { kind, id, messageId };
    return [...ended, { type: `${kind}-start`, id }];
  }

  // -------------------------------------------------------------------------------------------- tool calls

  #toolCall(id: string): readonly Part[] {
    const entry = findEntry(this.#transcript, 'tool_call', id);
    if (entry === undefined || this.#calls.get(id) === 'ended') return [];
    if (isFinished(entry)) return [...this.endStep(), ...this.#endCall(id)];
    const shown = this.#show(id, entry);
    const isKnown = entry.status === 'in_progress' && entry.rawInput !== undefined;
    return isKnown && !this.#holdsCalls ? [...shown, ...this.#call(id, entry)] : shown;
  }

  #show(id: string, entry: ToolCallEntry): readonly Part[] {
    if (this.#calls.has(id)) return [];
    this.#calls.set(id, 'shown');
    const title = entry.title ?? '';
    const start = { id, toolName: nameOf(entry), ...(title === '' ? {} : { title }) };
    return [...this.endStep(), { type: 'tool-input-start', ...start, ...byAgent }];
  }

  #call(id: string, entry: ToolCallEntry): readonly Part[] {
    if (this.#calls.get(id) !== 'shown') return [];
    this.#calls.set(id, 'called');
    const input = JSON.stringify(entry.rawInput ?? {});
    return [
      { type: 'tool-input-delta', id, delta: input },
      { type: 'tool-input-end', id },
      { type: 'tool-call', toolCallId: id, toolName: nameOf(entry), input, ...byAgent },
    ];
  }

  #endCall(id: string): readonly Part[] {
    const entry = findEntry(this.#transcript, 'tool_call', id);
    if (entry === undefined) return [];
    const parts = [...this.#show(id, entry), ...this.#call(id, entry)];
    this.#calls.set(id, 'ended');
    const isError = entry.status === 'failed' || entry.status === 'cancelled';
    return [
      ...parts,
      {
        type: 'tool-result',
        toolCallId: id,
        toolName: nameOf(entry),
        result: toolResult(this.#transcript, entry),
        dynamic: true,
        ...(isError ? { isError } : {}),
      },
    ];
  }
}

const byAgent = { providerExecuted: true, dynamic: true } as const;

/** The AI SDK groups calls by their name, so it is not the title, which is different for each. */
const nameOf = ({ name, kind }: ToolCallEntry): string => name ?? kind;

/** The fields of all kinds of blocks besides text. */
interface AnyBlock {
  readonly type: string;
  readonly data?: string;
  readonly mimeType?: string | null;
  readonly uri?: string | null;
  readonly name?: string;
  readonly title?: string | null;
  readonly resource?: {
    readonly uri?: string;
    readonly mimeType?: string | null;
    readonly text?: string;
    readonly blob?: string;
  };
}

/** Images and audio are files, links are sources; an embedded resource is a file. */
function otherParts(given: ContentBlock, id: string): readonly Part[] {
  const { type, data, mimeType, uri, name, title, resource } = given as AnyBlock;
  if (type === 'resource_link' && typeof uri === 'string') {
    const shown = title ?? name ?? uri;
    return /^https?:/u.test(uri)
      ? [{ type: 'source', sourceType: 'url', id, url: uri, title: shown }]
      : [source(id, { uri, mediaType: mimeType ?? 'application/octet-stream', title: shown })];
  }
  if (resource !== undefined) {
    const { text, blob, mimeType: mediaType } = resource;
    const bytes = text === undefined ? blob : encodeBase64(new TextEncoder().encode(text));
    return bytes === undefined ? [] : [{ type: 'file', mediaType: mediaType ?? 'text/plain', data: bytes }];
  }
  return typeof data === 'string' ? [{ type: 'file', mediaType: mimeType ?? `${type}/*`, data }] : [];
}

function source(
  id: string,
  { uri, mediaType, title }: { readonly uri: string; readonly mediaType: string; readonly title: string },
): Part {
  return { type: 'source', sourceType: 'document', id, mediaType, title, filename: uri };
}
