/** Runs a command in a terminal that the user sees: the editor's if the client offers terminals, else our own. */
import { resolve } from 'node:path';

import type { ToolContext, ToolResult, Tool } from '../model/tool.ts';
import { folderKey } from '../permissions/path-key.ts';
import { joinTurnSignals } from '../signals/join-turn-signals.ts';
import { shownPath, shownText } from '../text/shown-path.ts';
import { numberIn, objectSchema, textIn } from './tool-arguments.ts';
import type { SessionResources } from './session-resources.ts';

const defaultSeconds = 120;
const maxSeconds = 3600;
/** Bytes of output that are kept. */
const outputByteLimit = 1024 * 1024;
/** Milliseconds that an editor has for its answers after a command was killed. */
const killGrace = 5000;
const terminalSize = { columns: 120, rows: 30 };

export const commandTool = (resources: SessionResources): Tool => ({
  name: 'run',
  description:
    'Runs a command line in a shell in the working directory, and returns its output and exit code. ' +
    `It is killed after ${defaultSeconds} seconds, unless timeout is set. Commands that wait for input do not work.`,
  kind: 'execute',
  asksFirst: true,
  inputSchema: objectSchema(
    {
      command: { type: 'string', minLength: 1 },
      cwd: { type: 'string', description: 'A folder of the workspace; the working directory when absent.' },
      timeout: { type: 'integer', minimum: 1, maximum: maxSeconds, description: 'Seconds.' },
    },
    ['command'],
  ),
  describe: (input) => {
    const { cwd } = resources.workspace.roots;
    return { title: `${shownText(textIn(input, 'command'))}${inFolder(cwd, resolve(cwd, textIn(input, 'cwd')))}` };
  },
  run: async (input, context) => {
    const command = textIn(input, 'command');
    const cwd = await resources.workspace.roots.directory(textIn(input, 'cwd') || '.');
    // The real path: a link may lead elsewhere, and the same command does something else in another folder.
    const folderSuffix = inFolder(resources.workspace.roots.list[0]?.realPath ?? '', cwd);
    const name = shownText(command);
    if (textIn(input, 'cwd') !== '') await context.call.update({ title: `${name}${folderSuffix}` });
    const scopes = [
      { key: `execute ${await folderKey(cwd)} ${command}`, label: `“${name}”${folderSuffix}` },
      { key: 'execute', label: 'commands' },
    ];
    await resources.permissions.require(
      { kind: 'execute', question: `Run “${name}”${folderSuffix}?`, scopes },
      context,
    );
    await context.call.start();
    const seconds = numberIn(input, 'timeout') ?? defaultSeconds;
    const timeout = AbortSignal.timeout(seconds * 1000);
    const { signal, release } = joinTurnSignals(context.signal, timeout);
    const result = await runCommand(resources, { command, cwd }, { ...context, signal }).finally(release);
    // A command that was ended by a cancellation has not failed.
    context.signal.throwIfAborted();
    return resultOf(result, timeout.aborted ? seconds : undefined);
  },
});

/** The folder of a command as a suffix; empty for the working directory. */
const inFolder = (root: string, folder: string): string => (folder === root ? '' : ` in ${shownPath(root, folder)}`);

interface CommandLine {
  readonly command: string;
  readonly cwd: string;
}

interface EndedCommand {
  readonly output: string;
  readonly isTruncated: boolean;
  readonly exitCode: number | null;
  readonly signal: string | null;
}

/** Runs a command until it ends; an abort ends it and everything that it started. */
function runCommand(resources: SessionResources, line: CommandLine, context: ToolContext): Promise<EndedCommand> {
  return resources.session.connection.supports('terminal')
    ? runInEditor(line, context)
    : runHere(resources, line, context);
}

async function runInEditor({ command, cwd }: CommandLine, { call, turn, signal }: ToolContext): Promise<EndedCommand> {
  const terminal = await turn.editorTerminal({ command: 'sh', args: ['-c', command], cwd, outputByteLimit });
  try {
    await call.append({ type: 'terminal', terminalId: terminal.id });
    const exit = await waitForEnd(terminal, signal);
    const { output, truncated } = await terminal.output(signal.aborted ? { timeout: killGrace } : {});
    return { output, isTruncated: truncated, exitCode: exit.exitCode ?? null, signal: exit.signal ?? null };
  } finally {
    await terminal.release({ timeout: killGrace }).catch(() => undefined);
  }
}

/** Waits for the end; an abort ends the command, and the editor has a while to report its end. */
async function waitForEnd(
  terminal: Awaited<ReturnType<ToolContext['turn']['editorTerminal']>>,
  signal: AbortSignal,
): Promise<{ readonly exitCode?: number | null; readonly signal?: string | null }> {
  const kill = (): void => void terminal.kill({ timeout: killGrace }).catch(() => undefined);
  signal.addEventListener('abort', kill, { once: true });
  try {
    if (signal.aborted) kill();
    return await terminal.waitForExit({ signal });
  } catch (error) {
    if (!signal.aborted) throw error;
    return terminal.waitForExit({ timeout: killGrace }).catch(() => ({}));
  } finally {
    signal.removeEventListener('abort', kill);
  }
}

async function runHere(
  { workspace }: SessionResources,
  { command, cwd }: CommandLine,
  { call, turn, signal }: ToolContext,
): Promise<EndedCommand> {
  const terminal = await workspace.terminals.start({
    command,
    shell: true,
    cwd,
    outputByteLimit,
    pty: terminalSize,
    signal,
  });
  try {
    const shown = turn.terminal({
      command,
      cwd,
      onCancel: () => void terminal.kill(),
      size: { cols: terminalSize.columns, rows: terminalSize.rows },
    });
    await call.append(shown.content);
    for await (const { bytes } of terminal) await shown.write(bytes);
    const { exitCode, signal: killedBy } = await terminal.waitForExit();
    await shown.exit({ exitCode, signal: killedBy });
    const { text, truncated } = terminal.output();
    return { output: text, isTruncated: truncated, exitCode, signal: killedBy };
  } finally {
    await terminal.release();
  }
}

/** What the model gets: plain text, and how the command ended; `killedAfter` is in seconds. */
function resultOf(
  { output, isTruncated, exitCode, signal }: EndedCommand,
  killedAfter: number | undefined,
): ToolResult {
  const end =
    killedAfter !== undefined
      ? `It was killed after ${killedAfter} seconds.`
      : signal === null
        ? `Exit code ${exitCode ?? 'unknown'}.`
        : `Ended by ${signal}.`;
  const text = plain(output).trim();
  return {
    rawOutput: { exitCode, signal, isTruncated, ...(killedAfter === undefined ? {} : { timedOut: true }) },
    forModel: `${isTruncated ? '(The beginning is missing.)\n' : ''}${text === '' ? '' : `${text}\n`}${end}`,
    isError: exitCode !== 0,
  };
}

// oxlint-disable-next-line no-control-regex -- they are what is taken out
const escapes = /\u001B(?:\[[0-9;?]*[ -/]*[@-~]|\][^\u0007\u001B]*(?:\u0007|\u001B\\)|[@-Z\\-_])/gu;

/** Output without the escape sequences for colors and cursor movement. */
export const plain = (output: string): string => output.replaceAll(escapes, '').replaceAll('\r\n', '\n');
