/** `acp call`: calls one method of an agent, and prints the result as JSON. */
import { RpcError, type Channel, type ErrorObject } from '@acp-stack/rpc';
import { formatProblem } from '@acp-stack/schema';
import type { ClientConnection } from '@acp-stack/sdk';
import type { ProtocolVersion } from '@acp-stack/trace';

import type { AgentFlags } from '../../command-line/agent-options.ts';
import { prepare, runWithAgent, type AgentRun } from '../../connect/run-with-agent.ts';
import { UsageError } from '../../errors/usage-error.ts';
import { describeSyntaxError } from '../../json/json-syntax.ts';
import { jsonText } from '../../json/json-text.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { inOneLine } from '../../text/strip-control-characters.ts';
import { AgentTap } from '../inspect/agent-tap.ts';
import { automaticAnswer } from '../inspect/automatic-answers.ts';
import { openInput } from '../validate/input.ts';
import { callWords, type CallWords } from './call-words.ts';
import { checkedCall } from './checked-call.ts';

export interface CallFlags extends AgentFlags {
  readonly session?: string;
  readonly force?: boolean;
}

export interface CallCommand {
  readonly words: readonly string[];
  readonly flags: CallFlags;
  /** The words after `--`. */
  readonly command: readonly string[] | undefined;
  readonly version: string;
}

/** Bytes of params. */
const maxBytes = 64 * 1024 * 1024;
/** Nothing is allowed without a user. */
const refusing = { permissions: 'refuse', files: 'refuse', elicitation: 'refuse', other: 'refuse' } as const;

/** Returns 0; throws a `CommandError` with the exit code of any failure. */
export async function call({ words, flags, command, version }: CallCommand, terminal: Terminal): Promise<number> {
  const read = callWords(words, command);
  const params = await readParams(read.params, terminal);
  const invocation = { flags, name: read.name, command: read.command, version };
  const prepared = await prepare(invocation, terminal);
  let tap: AgentTap | undefined;
  const outer = (channel: Channel): Channel => {
    tap = new AgentTap(channel, {
      onRequest: ({ method, params: asked }) =>
        automaticAnswer({ method, params: asked, policy: refusing, cwd: prepared.cwd }),
    });
    return tap.clientEnd;
  };
  return runWithAgent(invocation, prepared, { outer, isUnlimited: read.method === 'session/prompt' }, async (run) => {
    if (tap === undefined) throw new Error('The connection has no tap.');
    if (read.method === 'initialize') await print(run.initializeResponse.result, terminal);
    else await callOn({ run, tap, read, params, flags }, terminal);
    return 0;
  });
}

interface CallParts {
  readonly run: AgentRun;
  readonly tap: AgentTap;
  readonly read: CallWords;
  readonly params: unknown;
  readonly flags: CallFlags;
}

async function callOn({ run, tap, read: { method }, params, flags }: CallParts, terminal: Terminal): Promise<void> {
  const { connection, agent, deadline, log } = run;
  const version: ProtocolVersion = connection.version;
  const isForced = flags.force === true;
  // A mistake is told before a session is opened for it.
  const checking = { method, params, version, isForced };
  const wanted = flags.session;
  if (wanted !== undefined) checkedCall({ ...checking, sessionId: wanted });
  const sessionId =
    wanted === undefined ? undefined : await agent.explained(() => openSession(wanted, connection, run.cwd));
  const checked = checkedCall({ ...checking, sessionId });
  if (checked.isNotification) {
    tap.send({ jsonrpc: '2.0', method, params: checked.params });
    return;
  }
  const response = await agent.explained(async () => {
    const answered = await tap.call(method, checked.params, deadline.signal);
    if (answered['error'] !== undefined) throw RpcError.from(answered['error'] as ErrorObject);
    return answered;
  });
  const { result } = response;
  const verdict = checked.known?.result?.check(result);
  if (verdict?.ok === false)
    log.warn(
      `the result of ${method} is malformed: ${inOneLine(verdict.problems.slice(0, 3).map(formatProblem).join('; '))}`,
    );
  await print(result, terminal);
}

async function openSession(wanted: string, connection: ClientConnection, cwd: string): Promise<string> {
  const session =
    wanted === 'new' ? await connection.newSession({ cwd }) : await connection.resume({ sessionId: wanted, cwd });
  return session.id;
}

/** In lines on a terminal, and as one line elsewhere. */
async function print(result: unknown, { stdout }: Terminal): Promise<void> {
  await stdout.writeJson(jsonText(result ?? null, stdout.isTerminal ? 2 : undefined) ?? 'null');
}

async function readParams(word: string | undefined, terminal: Terminal): Promise<unknown> {
  if (word === undefined) return undefined;
  const text = word === '-' || word.startsWith('@') ? await readText(word.replace(/^@/u, ''), terminal) : word;
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`the params are not JSON: ${describeSyntaxError(text) ?? 'they cannot be read'}`, {
      cause: error,
    });
  }
}

async function readText(path: string, terminal: Terminal): Promise<string> {
  const { chunks } = await openInput(path, terminal);
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > maxBytes) throw new UsageError(`the params are larger than ${maxBytes} bytes`);
    parts.push(chunk);
  }
  return Buffer.concat(parts).toString('utf8');
}
