/**
 * What the commands of an agent print, as plain text, each part once.
 *
 * Output comes in chunks, as a snapshot that replaces what came before, or as the result of a tool call.
 */
import { rawOutputText, type AppendedOutput, type TerminalOutput, type ToolCallEntry } from '@acp-stack/transcript';

import { AnsiStripper } from '../../text/ansi-stripper.ts';

interface Printed {
  readonly stripper: AnsiStripper;
  readonly output: TerminalOutput | undefined;
}

export class CommandOutput {
  readonly #terminals = new Map<string, Printed>();

  /** The text of a chunk; `output` is all output of the terminal with it. */
  added(id: string, { bytes }: AppendedOutput, output: TerminalOutput | undefined): string {
    const stripper = this.#terminals.get(id)?.stripper ?? new AnsiStripper();
    this.#terminals.set(id, { stripper, output });
    return stripper.add(bytes);
  }

  /** The text of a snapshot that was not printed yet: its end if it continues what came before, or all of it. */
  replaced(id: string, output: TerminalOutput): string {
    const before = this.#terminals.get(id);
    if (before?.output === output) return '';
    const isContinued = before?.output !== undefined && continues(output, before.output);
    const stripper = isContinued ? before.stripper : new AnsiStripper();
    this.#terminals.set(id, { stripper, output });
    return stripper.add(isContinued ? output.since(before.output?.total ?? 0) : output.bytes);
  }
}

/** Whether `output` begins with all bytes of `before`. */
function continues(output: TerminalOutput, before: TerminalOutput): boolean {
  if (output.dropped > 0 || before.dropped > 0 || output.total < before.total) return false;
  return Buffer.compare(output.bytes.subarray(0, before.total), before.bytes) === 0;
}

/** Kinds of tool calls whose result is not printed: it is what the agent looked at, not what it did. */
const silentKinds: ReadonlySet<string> = new Set([
  'read',
  'search',
  'fetch',
  'think',
  'edit',
  'delete',
  'move',
  'switch_mode',
]);

/** What a finished tool call printed, if it has no terminal: of a command all of it, of a failed call the reason. */
export function toolOutput(call: ToolCallEntry): string {
  const { kind, status, content } = call;
  if (status !== 'failed' && silentKinds.has(kind)) return '';
  const raw = rawOutputText(call);
  if (raw !== undefined) return stripped(raw);
  if (status !== 'failed' && kind !== 'execute') return '';
  const texts = content.toArray().flatMap((item) => {
    const block = item.type === 'content' ? item.content : undefined;
    return block?.type === 'text' && typeof block.text === 'string' ? [block.text] : [];
  });
  return stripped(texts.join('\n').trimEnd());
}

const stripped = (text: string): string => new AnsiStripper().add(new TextEncoder().encode(`${text}\n`)).trimEnd();
