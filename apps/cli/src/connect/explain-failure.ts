/** Explains failures of an agent: one sentence that says what to do, and an exit code. */
import { TransportError } from '@acp-stack/http';
import { ConnectionError, describeError, rpcCodes, RpcError } from '@acp-stack/rpc';
import { errorCodes } from '@acp-stack/schema/v2/unstable';
import { CapabilityError, ProtocolVersionError } from '@acp-stack/sdk';
import { AgentProcessError, type AgentProcessErrorCode } from '@acp-stack/stdio';

import { isGuest, isHub, type AgentServer } from '../config/agent-server.ts';
import { explainComponent, isComponentFailure } from '../chain/component-failure.ts';
import { atPath, isMissingPath, usualPath } from './usual-path.ts';
import { inOneLine } from '../text/strip-control-characters.ts';
import { withoutPeriod } from '../text/without-period.ts';
import { UsageError } from '../errors/usage-error.ts';
import { hasAuthorization } from '../token/bearer-token.ts';
import { bundledName } from './choose-agent.ts';
import { loginMessage, printAdvice } from './failure-advice.ts';
import { CommandError, exitCodes } from '../errors/command-error.ts';

export interface FailureContext {
  readonly server: AgentServer;
  /** Whether the agent has answered `initialize`. */
  readonly isConnected: boolean;
  /** Whether a prompt was running. */
  readonly isWorking?: boolean;
  /** The component of a chain that has refused `initialize`; the agent when absent. */
  readonly refusedBy?: string | undefined;
  /** Whether the agent offers a login, once that is known. */
  readonly hasLogin?: boolean;
  /** The last lines that the agent printed, on stderr or beside the protocol; `error.lines` may be older. */
  readonly printed?: readonly string[] | undefined;
  /** Whether the output of the agent was already shown. */
  readonly isPrintShown?: boolean;
  /** The file with the trace, if the command writes one. */
  readonly trace?: string | undefined;
}

/** The maximum number of lines of output to show. */
const maxLines = 10;
/** The maximum number of stack frames among them; they say less than the error above them. */
const maxFrames = 3;

/** Converts `error` to a `CommandError`; returns errors that do not come from an agent unchanged. */
export function explainFailure(error: unknown, context: FailureContext): unknown {
  const found = rootCauseOf(error);
  if (found instanceof CommandError || found instanceof UsageError) return found;
  const { name } = context.server;
  if (found instanceof AgentProcessError) return explainProcess(found, context);
  if (found instanceof RpcError) return explainResponse(found, context);
  if (found instanceof CapabilityError)
    return new CommandError(exitCodes.failed, withoutPeriod(found.message), { cause: error });
  if (found instanceof ProtocolVersionError) {
    return new CommandError(exitCodes.failed, explainVersion(found, context.server), { cause: error });
  }
  if (found instanceof TransportError) {
    const code = found.code === 'unauthorized' ? exitCodes.authRequired : exitCodes.notStarted;
    const advice =
      found.code === 'unauthorized'
        ? '; name the file with the token of the server by --token-file, or set ACP_TOKEN to it'
        : '';
    const refused = found.status === 401 ? refusedCredentials(context.server) : undefined;
    const elsewhere = context.isConnected ? undefined : otherPath(context.server, found.status);
    if (elsewhere !== undefined) return new CommandError(exitCodes.notStarted, elsewhere, { cause: error });
    return new CommandError(
      context.isWorking === true ? exitCodes.unknownOutcome : code,
      `${name}: ${refused ?? `${withoutPeriod(found.message)}${advice}`}`,
      { cause: error },
    );
  }
  if (found instanceof ConnectionError) return explainConnection(found, context);
  return error;
}

/** What is said if a server does not accept what was sent to it; undefined if nothing was. */
function refusedCredentials(server: AgentServer): string | undefined {
  if (isGuest(server))
    return 'this invitation is not valid: it has expired, was used up or revoked; ask for a new link';
  if (server.kind !== 'url' || !hasAuthorization(server.headers)) return undefined;
  return 'the token that was sent is not valid there; check --token-file, ACP_TOKEN or the header, or ask for a new one';
}

/** If the user chose the version, the choice is what has to change. */
function explainVersion({ supported, message }: ProtocolVersionError, { name, protocol }: AgentServer): string {
  if (protocol === undefined) return inOneSentence(inOneLine(message));
  const theirs = supported.length === 0 ? 'another version' : `version ${supported.join(' and ')}`;
  return `${inOneLine(name)} speaks ${theirs} of the protocol, not version ${protocol}; remove --protocol ${protocol} (env: ACP_PROTOCOL; "protocol" in the config file)`;
}

/** Where the agent probably is, if a server has none at this path. */
function otherPath(server: AgentServer, status: unknown): string | undefined {
  if (server.kind !== 'url' || !isMissingPath(status)) return undefined;
  const usual = atPath(server.url, usualPath);
  return new URL(server.url).pathname === usualPath ? undefined : `${server.name}: no agent at this path; try ${usual}`;
}

/** Unwraps the error that made a connection fail. */
function rootCauseOf(error: unknown): unknown {
  for (let found = error; found instanceof Error; found = found.cause) {
    const isOuter = found instanceof ConnectionError || found.name === 'AbortError' || found.name === 'Error';
    if (!isOuter || found.cause === undefined) return found;
  }
  return error;
}

const processCodes: Readonly<Record<AgentProcessErrorCode, number>> = {
  'not-started': exitCodes.notStarted,
  exited: exitCodes.notStarted,
  hanging: exitCodes.timeout,
  installing: exitCodes.timeout,
  'not-acp': exitCodes.notStarted,
  'closed-input': exitCodes.notStarted,
};

const processAdvice: Readonly<Record<AgentProcessErrorCode, string>> = {
  'not-started': '',
  exited: 'run it alone to see why',
  hanging: 'is it an agent, and does it need an option such as --acp?',
  installing: 'install it first, then try again',
  'not-acp': 'is it an agent, and does it need an option such as --acp?',
  'closed-input': 'is it an agent, and does it need an option such as --acp?',
};

function explainProcess(error: AgentProcessError, context: FailureContext): CommandError {
  const { server, isConnected, isWorking = false } = context;
  const { code } = error;
  const lines = lastOutput(context.printed ?? error.lines);
  const [first = ''] = error.message.split('\n');
  const isBundled = server.name === bundledName && server.kind === 'command';
  const sentence = withName(first, error, server);
  const usualAdvice = isQuoted(error, server) ? 'if it has arguments, remove the quotes' : processAdvice[code];
  const startAdvice = isBundled ? usualAdvice.replace('run it', 'run acp agent') : usualAdvice;
  const unconnectedAdvice = code === 'exited' && lines.length > 0 ? 'it printed:' : startAdvice;
  const connectedAdvice =
    context.trace === undefined
      ? 'run the command again with --trace file to see why'
      : `acp trace view ${context.trace} shows its messages`;
  const advice = isConnected ? connectedAdvice : unconnectedAdvice;
  const exitCode = isWorking ? exitCodes.exited : processCodes[code];
  const text = withoutPeriod(withoutAcp(`${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`));
  return new CommandError(exitCode, advice === '' ? text : `${text}; ${advice}`, {
    cause: error,
    details: lines,
  });
}

/**
 * Names the agent as everywhere else: the program that runs it, such as Node.js, says little. If it could not be
 * started, that program is what matters.
 */
function withName(sentence: string, { code }: AgentProcessError, server: AgentServer): string {
  if (server.kind !== 'command') return sentence;
  const bare = `The agent ${server.command}`;
  if (server.name === bundledName) return sentence.replace(bare, 'The bundled agent');
  return code === 'not-started' ? sentence : sentence.replace(bare, () => `The agent ${inOneLine(server.name)}`);
}

/** What is said of an agent that has exited without a message. */
const withoutAcp = (sentence: string): string =>
  sentence.replace(/exited with code (\d+) before it said anything/u, 'exited (code $1) without speaking ACP');

/** Whether a quoted command line after `--` was probably taken as the name of a program. */
const isQuoted = ({ code }: AgentProcessError, server: AgentServer): boolean =>
  code === 'not-started' && server.kind === 'command' && server.name === server.command && / /u.test(server.command);

/** The newest of `lines`, without stack frames that would push the error out. */
function lastOutput(lines: readonly string[]): readonly string[] {
  let frames = 0;
  const shown = lines.filter((line) => {
    frames = /^\s+at /u.test(line) ? frames + 1 : 0;
    return frames <= maxFrames && line.trim() !== '';
  });
  return shown.slice(-maxLines).map(inOneLine);
}

function explainResponse(error: RpcError, context: FailureContext): CommandError {
  const { server, isConnected, isWorking = false, hasLogin } = context;
  if (isComponentFailure(error)) {
    const duringWork = isWorking ? exitCodes.exited : exitCodes.failed;
    return explainComponent(error, isConnected ? duringWork : exitCodes.notStarted);
  }
  // A hub says everything in its sentences; what else it sends is for programs.
  const message = inOneLine(withoutPeriod(isHub(server) ? error.message : describeError(error)));
  if (error.code === errorCodes.authentication_required) {
    return new CommandError(exitCodes.authRequired, loginMessage(server, error, hasLogin), { cause: error });
  }
  if (error.code === errorCodes.resource_not_found && 'sessionId' in Object(error.data)) {
    const words = `session not found; acp sessions list${isHub(server) ? ` --hub ${server.name}` : ''} lists them`;
    return new CommandError(exitCodes.noSession, words, { cause: error });
  }
  if (isConnected && error.code === rpcCodes.methodNotFound)
    return new CommandError(exitCodes.failed, `${server.name} cannot do that: ${inSentence(message)}`, {
      cause: error,
    });
  if (isConnected) {
    const words = `${server.name} failed: ${message} (${error.code})${printAdvice(message, context)}`;
    return new CommandError(exitCodes.failed, words, { cause: error });
  }
  // Without a response of the agent, this is the HTTP server, and its body says what to do.
  const elsewhere = otherPath(server, Object(error.data)['status']);
  if (elsewhere !== undefined) return new CommandError(exitCodes.notStarted, elsewhere, { cause: error });
  if (server.kind === 'url' && 'body' in Object(error.data))
    return new CommandError(exitCodes.notStarted, `${server.name}: ${message}`, { cause: error });
  const { refusedBy = server.name } = context;
  if (isAgentRefusal(error)) return new CommandError(exitCodes.failed, agentAdvice(refusedBy), { cause: error });
  const words = `${inOneLine(refusedBy)} rejected initialize: ${message} (${error.code})`;
  const advice = refusedBy === server.name ? initializeAdvice(message, error.code) : proxyAdvice(error.code);
  return new CommandError(exitCodes.failed, advice === '' ? words : `${words}; ${advice}`, { cause: error });
}

/** The error codes of programs that speak JSON-RPC, but not ACP. */
const otherProtocolCodes: readonly number[] = [
  rpcCodes.methodNotFound,
  rpcCodes.invalidParams,
  rpcCodes.invalidRequest,
];

/** Advice for an agent that rejects `initialize`, if its message has none. */
function initializeAdvice(message: string, code: number): string {
  // `acp bridge` before an agent that already speaks the wanted version.
  const bridgeVersion = /speaks version [12]; this bridge is for version (?<version>[12])$/u.exec(message)?.groups?.[
    'version'
  ];
  if (bridgeVersion !== undefined) return `use acp bridge --to ${bridgeVersion}, or omit the bridge`;
  return otherProtocolCodes.includes(code) ? processAdvice['not-acp'] : '';
}

/** Advice for a component in the place of a proxy that does not know how to be one. */
export const proxyAdvice = (code: unknown): string =>
  otherProtocolCodes.some((each) => each === code) ? 'is it a proxy? an agent belongs after --' : '';

/** Whether a chain says that an agent stands in the place of a proxy. */
export const isAgentRefusal = (error: { readonly data?: unknown }): boolean => Object(error.data)['reason'] === 'agent';

/** What is said of an agent in the place of a proxy. */
export const agentAdvice = (name: string): string => `${inOneLine(name)} is an agent, not a proxy; put it after --`;

function explainConnection(
  error: ConnectionError,
  { server, isConnected, isWorking = false }: FailureContext,
): CommandError {
  const message = withoutPeriod(error.message);
  if (error.code === 'timeout') {
    return new CommandError(exitCodes.timeout, `${server.name} does not respond; is it an agent?`, { cause: error });
  }
  if (error.code === 'malformed') {
    return new CommandError(exitCodes.failed, `${server.name} violated the protocol: ${inOneLine(message)}`, {
      cause: error,
    });
  }
  if (isWorking) return new CommandError(exitCodes.exited, `${server.name} exited while it worked`, { cause: error });
  const code = isConnected ? exitCodes.failed : exitCodes.notStarted;
  return new CommandError(code, `${server.name}: ${message}`, { cause: error });
}

/** Joins several sentences. */
const inOneSentence = (text: string): string =>
  withoutPeriod(text).replaceAll(/(?:^|\. )[A-Z]/gu, (found) => found.toLowerCase().replace('.', ';'));

const inSentence = (text: string): string => `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
