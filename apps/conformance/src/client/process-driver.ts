/**
 * Starts a client by its command line, once for each scenario.
 *
 * `{agent}` becomes a command that starts the agent of the suite, or `{url}` the address of the agent if it is at one;
 * `{prompt}` becomes the words of the prompt and `{folder}` the working folder. A command without `{agent}` or `{url}`
 * gets it at its end; one without `{prompt}` gets the prompt on its standard input. The client runs in a process group
 * of its own, so that nothing it started stays behind.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { endMarked, hasGroups, isGroupLeft, signalGroup } from '../wire/process-group.ts';
import { programFrom } from '../wire/program-from.ts';
import { isWithin } from '../wire/running-time.ts';
import type { Command } from '../wire/process-wire.ts';
import type { ClientDriver, ClientRun, ClientTask } from './client-driver.ts';
import type { AgentPlace } from './place/agent-place.ts';
import { openPlace } from './place/open-place.ts';

/** Milliseconds that a client has to end by itself when it is stopped, and after SIGTERM. */
const grace = 1000;

/** A driver for the client with this command line. */
export function processDriver(command: Command): ClientDriver {
  return async (task) => {
    const place = await openPlace(task);
    try {
      return await start(command, task, place);
    } catch (error) {
      place.close();
      throw error;
    }
  };
}

async function start(command: Command, task: ClientTask, place: AgentPlace): Promise<ClientRun> {
  const [name = '', ...args] = wordsOf(
    [programFrom(process.cwd(), command.command), ...(command.args ?? [])],
    place.words,
    task,
  );
  const [variable, value] = markOf(task, place);
  const child = spawn(name, args, {
    cwd: command.cwd ?? task.folder,
    env: {
      ...process.env,
      ...command.env,
      [variable]: value,
      ACP_CONFORMANCE_PROMPT: task.prompt,
    },
    stdio: ['pipe', 'ignore', 'pipe'],
    detached: hasGroups(),
    windowsHide: true,
  });
  try {
    await once(child, 'spawn');
  } catch (error) {
    throw new Error(`The command ${name} cannot be started: ${(error as Error).message}.`, { cause: error });
  }
  // A client that ends while the suite writes is reported by `ended`.
  child.stdin.on('error', () => undefined);
  const takesPrompt = [command.command, ...(command.args ?? [])].some((word) => word.includes('{prompt}'));
  child.stdin.end(takesPrompt ? '' : `${task.prompt}\n`);
  return runOf(child, place, { isProcess: isStdio(task), mark: `${variable}=${value}` });
}

const isStdio = ({ over = 'stdio' }: ClientTask): boolean => over === 'stdio';

/** The variable that names the agent, which marks every process of the client too. */
const markOf = (task: ClientTask, { words }: AgentPlace): readonly [string, string] => [
  isStdio(task) ? 'ACP_CONFORMANCE_AGENT' : 'ACP_CONFORMANCE_URL',
  words.at(-1) ?? '',
];

/** The words of the command, with what the suite puts in. */
function wordsOf(words: readonly string[], agent: readonly string[], task: ClientTask): readonly string[] {
  const placeholder = isStdio(task) ? '{agent}' : '{url}';
  const filled = words.flatMap((word) => {
    if (word === placeholder) return agent;
    return [
      word
        .replaceAll(placeholder, () => agent.join(' '))
        .replaceAll('{prompt}', () => task.prompt)
        .replaceAll('{folder}', () => task.folder),
    ];
  });
  return words.some((word) => word.includes(placeholder)) ? filled : [...filled, ...agent];
}

/** How many characters of what a client writes to its standard error are kept. */
const maxErrorText = 4096;

/** What a client that ends says last: the line that names an error, or the last one. */
function lastWords(child: ChildProcess): () => string {
  let text = '';
  child.stderr?.setEncoding('utf8').on('data', (more: string) => {
    text = (text + more).slice(-maxErrorText);
  });
  return () => {
    const lines = text.split('\n').map((line) => line.replaceAll(/\p{C}/gu, '').trim());
    const line = lines.find((each) => /^\w*error\b/iu.test(each)) ?? lines.findLast((each) => each !== '');
    return line === undefined ? '' : `, and said: ${line.slice(0, 200).replace(/\.$/u, '')}`;
  };
}

/** What tells the processes of a client from others, and whether its agent is a process too. */
interface Traits {
  readonly isProcess: boolean;
  readonly mark: string;
}

function runOf(child: ChildProcess, place: AgentPlace, { isProcess, mark }: Traits): ClientRun {
  const { pid = 0, stderr } = child;
  const said = lastWords(child);
  const ended = new Promise<string>((settle) => {
    // What it has started may keep its standard error open for longer than it lives.
    child.once('exit', (code, signal) => {
      setImmediate(() => {
        const reason = signal === null ? `it exited with code ${String(code)}` : `it was ended by ${signal}`;
        place.over(`${reason}${said()}`);
        settle(reason);
      });
    });
  });
  return {
    connect: (receiver) => place.connect(receiver),
    ...(isProcess ? {} : { seen: place.seen }),
    said,
    interrupt: () => void child.kill('SIGINT'),
    ended,
    stop: async () => {
      for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
        if (await isWithin(ended, grace)) break;
        signalGroup(pid, signal);
      }
      await isWithin(ended, grace);
      // What it started may live on: in its group, which has its number, or with the variable that names the agent.
      signalGroup(pid, 'SIGKILL');
      await endMarked(mark, grace);
      await isGroupLeft(pid, grace);
      stderr?.destroy();
      place.close();
    },
  };
}
