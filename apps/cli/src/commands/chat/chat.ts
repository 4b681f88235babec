/**
 * `acp chat`: a conversation with an agent in the terminal.
 *
 * The first frame is drawn before anything slow is loaded. When the command ends, the terminal is restored.
 */
import { prepare, type Preparation } from '../../connect/run-with-agent.ts';
import { startingWords } from './starting-words.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { UsageError } from '../../errors/usage-error.ts';
import { eraseFirstFrame, firstFrameLines, paintFirstFrame } from './first-frame.ts';
import type { ChatInvocation } from './chat-invocation.ts';

/** Chats with the agent that the flags choose. */
export async function chat(invocation: ChatInvocation, terminal: Terminal): Promise<number> {
  const { stdin, stdout } = terminal;
  if (!isPlain(invocation, terminal) && (stdin.isTTY !== true || !stdout.isTerminal)) {
    throw new UsageError(
      'acp chat needs a terminal; use acp exec "prompt" in scripts, or acp chat --screen-reader for plain lines',
    );
  }
  return chatWith(invocation, await prepare(invocation, terminal), terminal);
}

const isPlain = ({ flags }: ChatInvocation, { env }: Terminal): boolean =>
  flags.screenReader === true || env['ACP_SCREEN_READER'] === '1' || env['TERM'] === 'dumb';

/** Chats with an agent that is chosen already. */
export async function chatWith(invocation: ChatInvocation, prepared: Preparation, terminal: Terminal): Promise<number> {
  const isPlainText = isPlain(invocation, terminal);
  const drawn = isPlainText ? 0 : firstFrameLines;
  if (!isPlainText) await paintFirstFrame(terminal, `Connecting … ${startingWords(prepared.server)}`);
  const { runChat } = await import('./run-chat.ts').catch(async (error: unknown) => {
    if (!isPlainText) await eraseFirstFrame(terminal);
    throw error;
  });
  return runChat({ invocation, prepared, isPlainText, drawn }, terminal);
}
