/** `acp agent login`: the login that a client runs in a terminal; exit code 0 means that the user is logged in. */
import { logInByTerminal } from '@acp-stack/agent';

import type { Terminal } from '../terminal/terminal.ts';

export async function login({ data }: { readonly data: string | undefined }, terminal: Terminal): Promise<number> {
  const ask = async (question: string): Promise<string | undefined> => {
    await terminal.stdout.write(question);
    return firstLine(terminal.stdin);
  };
  const isLoggedIn = await logInByTerminal({ env: terminal.env, ask, ...(data === undefined ? {} : { data }) });
  await terminal.stdout.write(isLoggedIn ? 'You are logged in.\n' : 'That is not the password.\n');
  return isLoggedIn ? 0 : 1;
}

/** What the user types until the line ends; undefined when nothing comes. */
async function firstLine(input: AsyncIterable<Uint8Array>): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const bytes of input) {
    text += decoder.decode(bytes, { stream: true });
    const [line, rest] = text.split(/\r?\n|\r/u, 2);
    if (rest !== undefined) return line;
  }
  return text === '' ? undefined : text;
}
