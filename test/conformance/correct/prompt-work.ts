/** What the correct agent does on the prompts of the suite: it keeps every rule about prompts and what happens in them. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { writeGitPatch } from '@acp-stack/bridge/git-patch';
import type { AgentOptions, AgentSession, PromptHandler, ToolCall, Turn } from '@acp-stack/sdk';

/** It takes some content besides text, and context for one turn. */
export const promptOptions: AgentOptions = { accepts: ['audio'], runtimeContext: true };

const used = { used: 5, size: 100, cost: { amount: 0.1, currency: 'USD' } };

/** Gives a session its commands, and reports its usage when it is opened again. */
export function prepareWork(session: AgentSession): void {
  const input = { type: 'text', hint: 'what to look for' } as const;
  session.setCommands([{ type: 'command', name: 'find', description: 'Finds things', input }], { silently: true });
  session.onAttach(() => session.usage(used));
}

const nothing = (): void => undefined;

const say: PromptHandler = async ({ message, session }) => {
  await session.usage(used);
  await message.append('hello');
};

const think: PromptHandler = async (turn) => {
  await turn.thought.append('Hm');
  turn.usage({ totalTokens: 3, inputTokens: 2, outputTokens: 1 });
  await say(turn);
  await turn.newMessage().append({ type: 'resource_link', uri: 'file:///work/a', name: 'a' });
};

const untilCancelled = ({ signal }: Turn): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });

const wait: PromptHandler = async (turn) => {
  turn.toolCall({ title: 'Wait' });
  await untilCancelled(turn).catch(() => turn.message.append('Stopped.'));
};

const recite: PromptHandler = async ({ text, runtimeContext, message }) => {
  const heard = [text, ...runtimeContext.map((item) => item.text)].join(' ');
  await message.append([...heard.matchAll(/marker-\w+/gu)].join(' '));
};

/** Starts a tool call, does the work, and ends it. */
async function doing(call: ToolCall, name: string, work: () => Promise<void>): Promise<void> {
  await call.update({ status: 'in_progress', name });
  try {
    await work();
    await call.complete();
  } catch (error) {
    await call.fail();
    throw error;
  }
}

const readNotes: PromptHandler = async (turn) => {
  const path = join(turn.session.cwd, 'notes.txt');
  const call = turn.toolCall({ title: 'Read', name: 'read', kind: 'read', locations: [{ path, line: 1 }] });
  await doing(call, 'read', async () => {
    const isOffered = turn.session.connection.supports('fs.readTextFile');
    const text = isOffered ? turn.files.readText(path, { line: 1, limit: 2 }) : readFile(path, 'utf8');
    await turn.message.append(await text);
  });
};

const writeResult: PromptHandler = async (turn) => {
  const path = join(turn.session.cwd, 'result.txt');
  const call = turn.toolCall({ title: 'Write', name: 'write', kind: 'edit', locations: [{ path }] });
  if ((await turn.requestPermission({ title: 'May I write?', subject: call })) === undefined) return;
  await doing(call, 'write', async () => {
    const change = { operation: 'add', path, fileType: 'text' } as const;
    await call.diff([change], writeGitPatch({ path, oldText: undefined, newText: 'done\n' }));
    if (turn.session.connection.supports('fs.writeTextFile')) await turn.files.writeText(path, 'done\n');
    else await writeFile(path, 'done\n');
  });
};

/** Runs a command in a terminal of the client where it has one, and shows one of its own otherwise. */
const run =
  (command: string, isLong: boolean): PromptHandler =>
  async (turn) => {
    const { cwd } = turn.session;
    const aborted = untilCancelled(turn);
    aborted.catch(() => undefined);
    let stop = nothing;
    const stopped = new Promise<void>((resolve) => (stop = resolve));
    const call: ToolCall = turn.toolCall({ title: command, name: 'run', kind: 'execute', onCancel: () => stop() });
    const asked = await turn.requestPermission({ title: 'Run?', subject: { command, cwd } });
    if (asked === undefined) return;
    await doing(call, 'run', async () => {
      if (turn.session.connection.supports('terminal')) {
        await runInEditor(turn, call, { command, cwd });
        return;
      }
      const terminal = turn.terminal({ command, cwd });
      await call.append(terminal.content);
      if (isLong) await Promise.race([stopped, aborted]);
      await terminal.write('conformance\n');
      await terminal.exit({ exitCode: 0 });
    });
  };

async function runInEditor(turn: Turn, call: ToolCall, init: { command: string; cwd: string }): Promise<void> {
  await using terminal = await turn.editorTerminal(init);
  await call.append({ type: 'terminal', terminalId: terminal.id });
  await terminal.waitForExit();
}

const runInBackground: PromptHandler = async ({ session }) => {
  const call: ToolCall = session.toolCall({
    title: 'Watch',
    status: 'in_progress',
    onCancel: () => {
      void call.cancel();
      void session.setBackground([]);
    },
  });
  await session.setBackground([{ type: 'tool_call', toolCallId: call.toolCallId }]);
};

const entry = (content: string) => ({ content, priority: 'high', status: 'pending' }) as const;

const plan: PromptHandler = async (turn) => {
  const call = turn.toolCall({ title: 'Plan', name: 'plan' });
  await turn.plan([entry('Read'), entry('Write')]);
  await turn.update({
    sessionUpdate: 'plan_update',
    plan: { type: 'file', planId: 'file', uri: 'file:///work/plan.md' },
  });
  await call.complete();
};

const askUser: PromptHandler = async (turn) => {
  const requestedSchema = { type: 'object', properties: { colour: { type: 'string', default: 'blue' } } };
  const colour = await turn.elicit({ mode: 'form', message: 'Which colour?', requestedSchema }).then(
    () => 'one colour',
    () => 'no colour',
  );
  await turn.message.append(colour);
};

let pages = 0;

const openPage: PromptHandler = async (turn) => {
  pages += 1;
  const url = 'https://example.org/conformance';
  await turn.elicit({ mode: 'url', message: 'Look at this.', elicitationId: `page-${pages}`, url });
};

const compact: PromptHandler = async ({ compaction }) => {
  const [good, bad] = [compaction(), compaction()];
  await good.append('In');
  await good.complete('In short');
  await bad.fail('It is too long.');
};

const delegate: PromptHandler = async (turn) => {
  const child = `child-${turn.session.id}`;
  await turn.update({ sessionUpdate: 'subagent_update', sessionId: child, title: 'Gnome' });
  await turn.message.append('It is done.');
};

/** What the agent does, by the first word of the prompt. */
export const promptWork: Readonly<Record<string, PromptHandler>> = {
  say,
  think,
  wait,
  recite,
  'read-file': readNotes,
  'write-file': writeResult,
  'run-command': run('echo conformance', false),
  'run-long-command': run('sleep 30', true),
  'run-in-background': runInBackground,
  plan,
  'ask-user': askUser,
  'open-page': openPage,
  notify: ({ session }) => session.notice('warning', 'The disk is nearly full.'),
  compact,
  delegate,
  fail: () => {
    throw new Error('The model is gone.');
  },
};
