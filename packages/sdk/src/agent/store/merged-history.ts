/**
 * Tells a history in as few updates as it takes: the chunks of a message that follow one another become the message, those of a terminal one chunk.
 *
 * A message that goes on after something else was said goes on in chunks, because a whole one would replace its beginning (LIFE-17).
 */
import type { ContentBlock, SessionUpdate } from '@acp-stack/schema/v2/unstable';

const wholes = {
  user_message_chunk: 'user_message',
  agent_message_chunk: 'agent_message',
  agent_thought_chunk: 'agent_thought',
} as const;

type ChunkKind = keyof typeof wholes;

/** The chunks of one message that are being put together. */
interface Run {
  readonly kind: ChunkKind;
  readonly messageId: string;
  readonly blocks: ContentBlock[];
}

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
    if (run !== undefined) yield* told(run, begun);
    run = chunk === undefined ? undefined : { kind: chunk.kind, messageId: chunk.messageId, blocks: [chunk.block] };
    const bytes = outputOf(update);
    if (output !== undefined && bytes !== undefined && bytes.terminalId === output.terminalId) {
      output.parts.push(bytes.data);
      continue;
    }
    if (output !== undefined) yield output.told();
    output = bytes === undefined ? undefined : new TerminalRun(bytes.terminalId, bytes.data);
    if (run === undefined && output === undefined) {
      if ('messageId' in update && typeof update.messageId === 'string') begun.add(update.messageId);
      yield update;
    }
  }
  if (run !== undefined) yield* told(run, begun);
  if (output !== undefined) yield output.told();
}

/** What a chunk adds; undefined when the update is none, or says more than that. */
function chunkOf(
  update: SessionUpdate,
): { readonly kind: ChunkKind; readonly messageId: string; readonly block: ContentBlock } | undefined {
  const { sessionUpdate: kind } = update;
  if (kind !== 'user_message_chunk' && kind !== 'agent_message_chunk' && kind !== 'agent_thought_chunk')
    return undefined;
  const { messageId, content, ...more } = update;
  return Object.keys(more).length > 1 ? undefined : { kind, messageId, block: content };
}

/** Plain text goes on in the block before it. */
function addBlock(blocks: ContentBlock[], block: ContentBlock): void {
  const last = blocks.at(-1);
  if (isPlainText(last) && isPlainText(block))
    blocks[blocks.length - 1] = { type: 'text', text: last.text + block.text };
  else blocks.push(block);
}

const isPlainText = (
  block: ContentBlock | undefined,
): block is ContentBlock & { readonly type: 'text'; readonly text: string } =>
  block?.type === 'text' && typeof block.text === 'string' && Object.keys(block).length === 2;

function* told({ kind, messageId, blocks }: Run, begun: Set<string>): Generator<SessionUpdate, void> {
  if (begun.has(messageId)) for (const content of blocks) yield { sessionUpdate: kind, messageId, content };
  else yield { sessionUpdate: wholes[kind], messageId, content: blocks };
  begun.add(messageId);
}

function outputOf(update: SessionUpdate): { readonly terminalId: string; readonly data: string } | undefined {
  if (update.sessionUpdate !== 'terminal_output_chunk' || Object.keys(update).length !== 3) return undefined;
  const { terminalId, data } = update;
  return typeof terminalId === 'string' && typeof data === 'string' ? { terminalId, data } : undefined;
}

/** The output of one terminal; each part was encoded alone, so the parts are decoded before they are joined (TOOL-16). */
class TerminalRun {
  readonly terminalId: string;
  readonly parts: string[];

  constructor(terminalId: string, first: string) {
    this.terminalId = terminalId;
    this.parts = [first];
  }

  told(): SessionUpdate {
    const { terminalId, parts } = this;
    const [only] = parts;
    const data = parts.length === 1 && only !== undefined ? only : btoa(parts.map((part) => atob(part)).join(''));
    return { sessionUpdate: 'terminal_output_chunk', terminalId, data };
  }
}
