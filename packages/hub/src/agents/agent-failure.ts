/** Why an agent cannot be used, in one sentence for the clients of its sessions. */
import { errorLineOf } from '@acp-stack/conductor';
import { ConnectionError, RpcError, rpcCodes } from '@acp-stack/rpc';
import { errorCodes } from '@acp-stack/schema/v2/unstable';

/** How many of the last lines of an agent are kept. */
const maxLines = 20;

/** The newest lines that an agent wrote besides its messages. */
export class LastLines {
  readonly #lines: string[] = [];

  add(line: string): void {
    this.#lines.push(line);
    if (this.#lines.length > maxLines) this.#lines.shift();
  }

  get all(): readonly string[] {
    return this.#lines;
  }
}

/** What a process says about its end. */
interface ProcessFailure {
  readonly lines?: readonly string[];
  /** What happened, without the name of the process, as in `exited with code 1`. */
  readonly reason?: string;
}

/** What is known when an agent has ended, or could not be started. */
interface Failure {
  readonly name: string;
  readonly error: unknown;
  /** Its last lines besides its messages. */
  readonly lines: readonly string[];
}

/** Why an agent that was running has ended. */
export function endSentence({ name, error, lines }: Failure): string {
  return `The agent ${name} has ended: ${whatHappened(error, lines)}`;
}

/** Why an agent could not be started; `time` is how long it had for that, in milliseconds. */
export function startSentence({ name, error, lines }: Failure, time: number): string {
  if (!(error instanceof ConnectionError) || error.code !== 'timeout')
    return `The agent ${name} could not be started: ${whatHappened(error, lines)}`;
  const line = errorLineOf(lines);
  const within = `The agent ${name} did not answer initialize within ${time / 1000} seconds`;
  return line === undefined ? `${within}; check that its command starts an ACP agent.` : sentence(`${within}: ${line}`);
}

/** The error of a session that cannot be opened for a reason that is not the agent's. */
export function cannotOpen(message: string, reason: string, cause?: unknown): RpcError {
  return new RpcError(rpcCodes.internalError, message, { data: { reason }, ...(cause === undefined ? {} : { cause }) });
}

/** The agent has refused something because it needs a login: clients are told plainly, and which agent it is. */
export function loginRequired(agent: string, error: RpcError): RpcError {
  const data = typeof error.data === 'object' && error.data !== null && !Array.isArray(error.data) ? error.data : {};
  const said = sentence(error.message);
  return new RpcError(errorCodes.authentication_required, `The agent ${agent} needs a login. It says: ${said}`, {
    data: { ...data, reason: 'login_required', agent },
    cause: error,
  });
}

/** A login that cannot be done over the connection to the agent. */
export const loginRefused = (agent: string, methodId: string, method: object | undefined): RpcError =>
  new RpcError(
    rpcCodes.invalidParams,
    method === undefined
      ? `The agent ${agent} has no login ${JSON.stringify(methodId)}.`
      : `The login ${JSON.stringify(methodId)} of the agent ${agent} runs in a terminal.`,
    { data: { reason: method === undefined ? 'login_unknown' : 'login_in_terminal', agent } },
  );

/** Whether an agent has refused something because it needs a login. */
export const isLoginRequired = (error: unknown): error is RpcError =>
  error instanceof RpcError && error.code === errorCodes.authentication_required;

/** Whether an agent has not answered in its time. */
export const isTimeout = (error: unknown): boolean =>
  error instanceof Error && error.cause instanceof ConnectionError && error.cause.code === 'timeout';

function whatHappened(error: unknown, printed: readonly string[]): string {
  const failure = processFailure(error);
  const { reason, lines = printed } = failure;
  const line = errorLineOf(lines);
  const what = reason === undefined ? messageOf(error) : `it ${reason}`;
  return sentence(line === undefined || what.includes(line) ? what : `${what.replace(/\.$/u, '')}: ${line}`);
}

/** The failure of a process is the cause of the error that its connection ends with. */
function processFailure(error: unknown): ProcessFailure {
  for (let each = error; each instanceof Error; each = each.cause) {
    const { reason, lines } = each as ProcessFailure;
    if (typeof reason === 'string' && Array.isArray(lines)) return { reason, lines };
  }
  return {};
}

function messageOf(error: unknown): string {
  const [line = ''] = error instanceof Error ? error.message.split('\n') : [];
  return line === '' ? 'it closed the connection' : line;
}

const sentence = (text: string): string => (/[.!?…]$/u.test(text) ? text : `${text}.`);
