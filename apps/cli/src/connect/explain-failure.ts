/** What went wrong with an agent, in one sentence that says what to do, and with the exit code for it. */
import { TransportError } from '@acp-stack/http';
import { ConnectionError, RpcError, rpcCodes } from '@acp-stack/rpc';
import { errorCodes } from '@acp-stack/schema/v2/unstable';
import { CapabilityError, ProtocolVersionError } from '@acp-stack/sdk';
import { AgentProcessError, type AgentProcessErrorCode } from '@acp-stack/stdio';

import type { AgentServer } from '../config/agent-server.ts';
import { describeAgent } from '../config/settings.ts';
import { inOneLine } from '../text/strip-control-characters.ts';
import { UsageError } from '../errors/usage-error.ts';
import { bundledName } from './choose-agent.ts';
import { CommandError, exitCodes } from '../errors/command-error.ts';

export interface FailureContext {
  readonly server: AgentServer;
  /** Whether the agent has introduced itself. */
  readonly isConnected: boolean;
  /** Whether it had been given work. */
  readonly isWorking?: boolean;
  /** Whether it offers a way to log in, once that is known. */
  readonly hasLogin?: boolean;
  /** The last lines that it has printed by now, on stderr or where only messages belong; an error may have been made before they were read. */
  readonly printed?: readonly string[] | undefined;
  /** Whether what it prints was shown as it came, where that can be had. */
  readonly isPrintShown?: boolean;
}

/** Lines of an agent that are shown. */
const mostLines = 10;
/** Lines of a stack among them, which stand below the error and say less. */
const mostFrames = 3;

/** `error` as a failure of the command; what is no failure of an agent stays what it is. */
export function explainFailure(error: unknown, context: FailureContext): unknown {
  const found = rootOf(error);
  if (found instanceof CommandError || found instanceof UsageError) return found;
  const { name } = context.server;
  if (found instanceof AgentProcessError) return explainProcess(found, context);
  if (found instanceof RpcError) return explainAnswer(found, context);
  if (found instanceof CapabilityError)
    return new CommandError(exitCodes.failed, withoutStop(found.message), { cause: error });
  if (found instanceof ProtocolVersionError) {
    return new CommandError(exitCodes.failed, inOneSentence(inOneLine(found.message)), { cause: error });
  }
  if (found instanceof TransportError) {
    const code = found.code === 'unauthorized' ? exitCodes.authRequired : exitCodes.notStarted;
    const advice = found.code === 'unauthorized' ? '; set ACP_TOKEN to the token of the server' : '';
    return new CommandError(
      context.isWorking === true ? exitCodes.unknownOutcome : code,
      `${name}: ${withoutStop(found.message)}${advice}`,
      {
        cause: error,
      },
    );
  }
  if (found instanceof ConnectionError) return explainConnection(found, context);
  return error;
}

/** A failed connection is told by what made it fail. */
function rootOf(error: unknown): unknown {
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
  exited: 'run it by itself to see why',
  hanging: 'is it an agent, and does it need an option such as --acp?',
  installing: 'install it first, then try again',
  'not-acp': 'is it an agent, and does it need an option such as --acp?',
  'closed-input': 'is it an agent, and does it need an option such as --acp?',
};

function explainProcess(error: AgentProcessError, context: FailureContext): CommandError {
  const { server, isConnected, isWorking = false } = context;
  const { code } = error;
  const lines = lastWords(context.printed ?? error.lines);
  const [first = ''] = error.message.split('\n');
  const isBundled = server.name === bundledName && server.kind === 'command';
  // Nobody has started the program that runs the bundled agent.
  const sentence = isBundled ? first.replace(`The agent ${server.command}`, 'The bundled agent') : first;
  const known = isQuoted(error, server) ? 'if it has arguments, leave the quotes off' : processAdvice[code];
  const usual = isBundled ? known.replace('run it', 'run acp agent') : known;
  const why = code === 'exited' && lines.length > 0 ? 'its last words:' : usual;
  const advice = isConnected ? 'run it again with --trace file to see what led to it' : why;
  const exitCode = isWorking ? exitCodes.exited : processCodes[code];
  const text = withoutStop(`${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`);
  return new CommandError(exitCode, advice === '' ? text : `${text}; ${advice}`, {
    cause: error,
    details: lines,
  });
}

/** Whether what stands behind `--` may be a whole command that was taken for the name of a program. */
const isQuoted = ({ code }: AgentProcessError, server: AgentServer): boolean =>
  code === 'not-started' && server.kind === 'command' && server.name === server.command && / /u.test(server.command);

/** The newest of `lines`, without what would leave no room for the error among them. */
function lastWords(lines: readonly string[]): readonly string[] {
  let frames = 0;
  const telling = lines.filter((line) => {
    frames = /^\s+at /u.test(line) ? frames + 1 : 0;
    return frames <= mostFrames && line.trim() !== '';
  });
  return telling.slice(-mostLines).map(inOneLine);
}

function explainAnswer(error: RpcError, context: FailureContext): CommandError {
  const { server, isConnected, hasLogin } = context;
  const message = inOneLine(withoutStop(error.message));
  if (error.code === errorCodes.authentication_required) {
    return new CommandError(exitCodes.authRequired, loginWords(server, message, hasLogin), { cause: error });
  }
  if (error.code === errorCodes.resource_not_found && 'sessionId' in Object(error.data)) {
    const words = 'there is no such session; acp sessions list shows those that there are';
    return new CommandError(exitCodes.noSession, words, { cause: error });
  }
  if (isConnected && error.code === rpcCodes.methodNotFound)
    return new CommandError(exitCodes.failed, `${server.name} cannot do that: ${inSentence(message)}`, {
      cause: error,
    });
  if (isConnected) {
    const words = `${server.name} answered: ${message} (${error.code})${printAdvice(message, context)}`;
    return new CommandError(exitCodes.failed, words, { cause: error });
  }
  // Where no agent has answered, the server has, and its words say what to do.
  if (server.kind === 'url' && 'body' in Object(error.data))
    return new CommandError(exitCodes.notStarted, `${server.name}: ${message}`, { cause: error });
  const words = `${server.name} did not take the introduction: ${message} (${error.code})`;
  const advice = introductionAdvice(message, error.code);
  return new CommandError(exitCodes.failed, advice === '' ? words : `${words}; ${advice}`, { cause: error });
}

/** What programs answer that speak JSON-RPC, and another protocol than this one. */
const strangerCodes: readonly number[] = [rpcCodes.methodNotFound, rpcCodes.invalidParams, rpcCodes.invalidRequest];

/** What to do about an agent that does not take the introduction, as far as its words do not say it. */
function introductionAdvice(message: string, code: number): string {
  // `acp bridge` in front of an agent that speaks the version that is wanted.
  const isFor = /speaks version [12]; this bridge is for version (?<version>[12])$/u.exec(message)?.groups?.['version'];
  if (isFor !== undefined) return `use acp bridge --to ${isFor}, or leave the bridge out`;
  return strangerCodes.includes(code) ? processAdvice['not-acp'] : '';
}

/** Where the agent may have said why it failed, when `message` does not say it. */
export function printAdvice(
  message: string,
  { server, isPrintShown }: Pick<FailureContext, 'server' | 'isPrintShown'>,
): string {
  const isHidden = server.kind === 'command' && isPrintShown === false;
  return isHidden && /^internal error$/iu.test(message) ? '; --log-level info shows what it prints about it' : '';
}

/** That the agent wants a login, and what can be done about it. */
export function loginWords(server: AgentServer, message: string, hasLogin = true): string {
  const wish = `${server.name} wants a login (${message})`;
  return hasLogin
    ? `${wish}; log in with acp auth login${loginArguments(server)}`
    : `${wish}, and offers no way to log in; set it up in its own way`;
}

/** What stands behind `acp auth login` for this agent. */
export function loginArguments(server: AgentServer): string {
  if (server.kind === 'url') return ` --url ${server.url}`;
  if (server.name === server.command) return ` -- ${describeAgent(server)}`;
  return server.name === bundledName ? '' : ` ${server.name}`;
}

function explainConnection(
  error: ConnectionError,
  { server, isConnected, isWorking = false }: FailureContext,
): CommandError {
  const message = withoutStop(error.message);
  if (error.code === 'timeout') {
    return new CommandError(exitCodes.timeout, `${server.name} does not answer; is it an agent?`, { cause: error });
  }
  if (error.code === 'malformed') {
    return new CommandError(exitCodes.failed, `${server.name} does not keep to the protocol: ${inOneLine(message)}`, {
      cause: error,
    });
  }
  if (isWorking) return new CommandError(exitCodes.exited, `${server.name} ended while it worked`, { cause: error });
  const code = isConnected ? exitCodes.failed : exitCodes.notStarted;
  return new CommandError(code, `${server.name}: ${message}`, { cause: error });
}

/** Several sentences as one. */
const inOneSentence = (text: string): string =>
  withoutStop(text).replaceAll(/(?:^|\. )[A-Z]/gu, (found) => found.toLowerCase().replace('.', ';'));

const inSentence = (text: string): string => `${text.charAt(0).toLowerCase()}${text.slice(1)}`;

const withoutStop = (text: string): string => text.replace(/\.(?=\n|$)/u, '');
