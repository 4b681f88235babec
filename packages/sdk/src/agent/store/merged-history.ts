/**
 * Merges a history into fewer updates: consecutive chunks of a message become the message, those of a terminal one
 * chunk.
 *
 * A message that continues after other updates continues in chunks, because a whole message would replace its beginning
 * (LIFE-17).
 */
import { decodeBase64 } from '@acp-stack/schema/base64';
import type { ContentBlock, SessionUpdate } from '@acp-stack/schema/v2/unstable';

const wholes = {
  user_message_chunk: 'user_message',
  agent_message_chunk: 'agent_message',
  agent_thought_chunk: 'agent_thought',
} as const;

type ChunkKind = keyof typeof wholes;

interface Chunk {
  readonly kind: ChunkKind;
  readonly messageId: string;
  readonly block: ContentBlock;
}

/** The chunks of one message that are being merged. */
interface Run {
  readonly kind: ChunkKind;
  readonly messageId: string;
  readonly blocks: ContentBlock[];
}

/**
 * The same history in fewer updates: consecutive chunks of a message become the whole message, those of a terminal one
 * chunk. A message that continues after other updates continues in chunks.
 */
export async function* mergedHistory(updates: AsyncIterable<SessionUpdate>): AsyncGenerator<SessionUpdate, void> {
  const begun = new Set<string>();
  let run: Run | undefined;
  let output: TerminalRun | undefined;
  for await (const update of updates) {
    const chunk = chunkOf(update);
    if (run !== undefined && chunk !== undefined && chunk.kind === run.kind && chunk.messageId === run.messageId) {
      addBlock(run.blocks, chunk.block);
      continue;
    }
    if (run !== undefined) yield* merged(run, begun);
    run = chunk === undefined ? undefined : newRun(chunk);
    const bytes = outputOf(update);
    if (output !== undefined && bytes !== undefined && bytes.terminalId === output.terminalId) {
      output.parts.push(bytes.data);
      continue;
    }
    if (output !== undefined) yield output.merged();
    output = bytes === undefined ? undefined : new TerminalRun(bytes.terminalId, bytes.data);
    if (run === undefined && output === undefined) {
      if ('messageId' in update && typeof update.messageId === 'string') begun.add(update.messageId);
      yield update;
    }
  }
  if (run !== undefined) yield* merged(run, begun);
  if (output !== undefined) yield output.merged();
}

function newRun({ kind, messageId, block }: Chunk): Run {
  const run: Run = { kind, messageId, blocks: [] };
  addBlock(run.blocks, block);
  return run;
}

/** The content of a chunk; undefined if the update is not a chunk, or has other fields too. */
function chunkOf(update: SessionUpdate): Chunk | undefined {
  const { sessionUpdate: kind } = update;
  if (kind !== 'user_message_chunk' && kind !== 'agent_message_chunk' && kind !== 'agent_thought_chunk')
    return undefined;
  const { messageId, content, ...more } = update;
  return Object.keys(more).length > 1 ? undefined : { kind, messageId, block: content };
}

/** Appends a block; plain text is joined with the text before it. */
function addBlock(blocks: ContentBlock[], block: ContentBlock): void {
  const text = plainText(block);
  const before = plainText(blocks.at(-1));
  if (text === undefined) blocks.push(block);
  else if (before === undefined) blocks.push({ type: 'text', text });
  else blocks[blocks.length - 1] = { type: 'text', text: before + text };
}

/** The text of a block that has nothing but text; undefined if it has more. A field that is null says nothing. */
function plainText(block: ContentBlock | undefined): string | undefined {
  if (block?.type !== 'text') return undefined;
  const { type: _, text, ...others } = block as { readonly type: 'text'; readonly text: unknown };
  const isPlain = Object.values(others).every((value) => value === null || value === undefined);
  return typeof text === 'string' && isPlain ? text : undefined;
}

function* merged({ kind, messageId, blocks }: Run, begun: Set<string>): Generator<SessionUpdate, void> {
  if (begun.has(messageId)) for (const content of blocks) yield { sessionUpdate: kind, messageId, content };
  else yield { sessionUpdate: wholes[kind], messageId, content: blocks };
  begun.add(messageId);
}

function outputOf(update: SessionUpdate): { readonly terminalId: string; readonly data: string } | undefined {
  if (update.sessionUpdate !== 'terminal_output_chunk' || Object.keys(update).length !== 3) return undefined;
  const { terminalId, data } = update;
  const isRight = typeof terminalId === 'string' && typeof data === 'string' && decodeBase64(data) !== undefined;
  return isRight ? { terminalId, data } : undefined;
}

/**
 * The output of one terminal. Each part was encoded on its own, so they are decoded before they are joined (TOOL-16).
 */
class TerminalRun {
  readonly terminalId: string;
  readonly parts: string[];

  constructor(terminalId: string, first: string) {
    this.terminalId = terminalId;
    this.parts = [first];
  }

  merged(): SessionUpdate {
    const { terminalId, parts } = this;
    const [only] = parts;
    const data = parts.length === 1 && only !== undefined ? only : btoa(parts.map((part) => atob(part)).join(''));
    return { sessionUpdate: 'terminal_output_chunk', terminalId, data };
  }
}
