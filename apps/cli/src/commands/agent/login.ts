/** `acp agent login`: the login that a client runs in a terminal. Exit code 0 means that the user is logged in. */
import { logInByTerminal } from '@acp-stack/agent';

import { Questions } from '../../terminal/questions.ts';
import type { Terminal } from '../../terminal/terminal.ts';

export async function login({ data }: { readonly data: string | undefined }, terminal: Terminal): Promise<number> {
  const ask = terminal.stdin.isTTY === true ? askPerson : askPipe;
  const end = await logInByTerminal({
    env: terminal.env,
    ask: (question) => ask(question, terminal),
    ...(data === undefined ? {} : { data }),
  });
  await terminal.stdout.write(`${words[end]}\n`);
  return end === 'logged-in' ? 0 : 1;
}

const words = {
  'logged-in': 'You are logged in.',
  'wrong-password': 'Wrong password.',
  'no-input': 'No password was entered.',
};

/** Does not echo what is typed. */
async function askPerson(question: string, terminal: Terminal): Promise<string | undefined> {
  const questions = new Questions(terminal);
  try {
    return await questions.secret(question.trimEnd());
  } finally {
    await questions.close();
  }
}

/** The first line of the input; undefined if it is empty. */
async function askPipe(question: string, { stdin, stdout }: Terminal): Promise<string | undefined> {
  await stdout.write(question);
  const decoder = new TextDecoder();
  let text = '';
  for await (const bytes of stdin) {
    text += decoder.decode(bytes, { stream: true });
    const [line, rest] = text.split(/\r?\n|\r/u, 2);
    if (rest !== undefined) return line;
  }
  return text === '' ? undefined : text;
}
