/**
 * Converts the errors of the service packages to `ModelError`.
 *
 * A service may repeat the key in its error message, so all known secrets are removed first.
 */
import { BodyLimitError } from '../network/bounded-body.ts';
import { ModelError, type ModelErrorCode } from './model-error.ts';

export interface FailureContext {
  /** The name of the service in messages. */
  readonly service: string;
  /** Its address. */
  readonly address: string;
  /** Strings that must not appear in messages. */
  readonly secrets: readonly string[];
}

/** The fields of an error that a package creates for a response with an error status. */
interface CallFailure {
  readonly statusCode?: number;
  readonly responseHeaders?: Readonly<Record<string, string>>;
  readonly responseBody?: string;
}

const maxMessageLength = 500;

/** The `ModelError` for an error. */
export function modelError(error: unknown, context: FailureContext): ModelError {
  if (error instanceof ModelError) return error;
  const { service, address, secrets } = context;
  const excess = limitError(error);
  // A retry would get as much.
  if (excess !== undefined) return new ModelError('refused', `${service} sent too much: ${excess.message}`);
  const { statusCode, responseHeaders = {}, responseBody = '' } = (Object(error) ?? {}) as CallFailure;
  const said = withoutSecrets(messageOf(error), secrets);
  if (statusCode === undefined || statusCode < 400) return connectionFailure(error, { service, address, said });
  const code = codeOf(statusCode, `${said} ${responseBody}`);
  const retryAfter = readRetryAfter(responseHeaders);
  return new ModelError(code, `${words[code](service)} (${statusCode}): ${said}`, {
    status: statusCode,
    ...(retryAfter === undefined ? {} : { retryAfter }),
  });
}

const words: Readonly<Record<ModelErrorCode, (service: string) => string>> = {
  unauthorized: (service) => `${service} does not accept the key`,
  'rate-limited': (service) => `${service} limits the rate of requests`,
  'too-long': (service) => `The conversation is too long for ${inside(service)}`,
  refused: (service) => `${service} refuses the request`,
  failed: (service) => `${service} failed`,
  unreachable: (service) => `${service} cannot be reached`,
  broken: (service) => `The answer of ${inside(service)} broke off`,
  silent: (service) => `${service} stopped responding`,
};

/** The name of a service inside a sentence. */
const inside = (service: string): string => service.replace(/^The (?=.)/u, 'the ');

/** The error for a model that sends nothing for `ms`. */
export const silence = (service: string, ms: number): ModelError =>
  new ModelError('silent', `${words.silent(service)} for ${Math.round(ms / 1000)} seconds.`);

const tooLong = /context.{0,20}(length|window|size)|maximum.{0,20}tokens|too (long|many tokens)|prompt is too long/iu;

function codeOf(status: number, text: string): ModelErrorCode {
  if (status === 401 || status === 403) return 'unauthorized';
  // A retry does not help against an empty account.
  if (status === 429) return text.includes('insufficient_quota') ? 'refused' : 'rate-limited';
  if (status === 413 || (status === 400 && tooLong.test(text))) return 'too-long';
  return status >= 500 || status === 408 || status === 409 ? 'failed' : 'refused';
}

interface Failure {
  readonly service: string;
  readonly address: string;
  readonly said: string;
}

/** Errors that a retry does not fix: no program listens, or the host does not exist. */
const nowhere: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens at',
  ENOTFOUND: 'host not found for',
};

/** How many times a service that may just be starting is retried. */
const maxRetriesAtStart = 2;

/** No response, or one that broke off. */
function connectionFailure(error: unknown, { service, address, said }: Failure): ModelError {
  const code = systemCode(error);
  const problem = code === undefined ? undefined : nowhere[code];
  if (problem !== undefined) {
    const advice = `start it or correct its address, and check with: curl ${address}/models`;
    const message = `${words.unreachable(service)}: ${problem} ${address} (${code}); ${advice}`;
    return new ModelError('unreachable', message, { maxRetries: maxRetriesAtStart });
  }
  if (/\bbad port\b/u.test(said)) {
    const advice = 'this port is reserved for another protocol and cannot be used; choose another one.';
    return new ModelError('refused', `${words.unreachable(service)} at ${address}: ${advice}`);
  }
  const { name } = Object(error) as { readonly name?: unknown };
  if (name !== 'AI_APICallError') return new ModelError('broken', `${words.broken(service)}: ${said}`);
  return new ModelError('unreachable', `${words.unreachable(service)} at ${address}: ${said}`);
}

/** The error of a response that exceeds a limit, which the packages wrap. */
function limitError(error: unknown, depth = 0): BodyLimitError | undefined {
  if (error instanceof BodyLimitError) return error;
  const { cause } = Object(error) as { readonly cause?: unknown };
  return cause === undefined || depth > 4 ? undefined : limitError(cause, depth + 1);
}

/** The system's error code, which `fetch` and the packages wrap. */
function systemCode(error: unknown, depth = 0): string | undefined {
  const { code, cause } = Object(error) as { readonly code?: unknown; readonly cause?: unknown };
  if (typeof code === 'string') return code;
  return cause === undefined || depth > 4 ? undefined : systemCode(cause, depth + 1);
}

function messageOf(error: unknown): string {
  const { message, cause } = Object(error) as { readonly message?: unknown; readonly cause?: unknown };
  const text =
    typeof message === 'string' && message !== '' ? message : typeof error === 'string' ? error : 'no reason';
  const { code } = Object(cause) as { readonly code?: unknown };
  const reason = typeof code === 'string' && !text.includes(code) ? `${text} (${code})` : text;
  const short = reason.length > maxMessageLength ? `${reason.slice(0, maxMessageLength)}…` : reason;
  return /[.!?…]$/u.test(short) ? short : `${short}.`;
}

/** `text` without any of `secrets`. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  let clean = text;
  for (const secret of secrets) if (secret.length >= 4) clean = clean.replaceAll(secret, '(hidden)');
  // Services shorten keys in their own ways.
  return clean.replaceAll(/\b(sk|pk|key|api)-[\w*.-]{6,}/gu, '(hidden)');
}

/** Milliseconds. The header contains seconds or a date; some services have a header of their own with milliseconds. */
function readRetryAfter(headers: Readonly<Record<string, string>>): number | undefined {
  const ms = Number(headers['retry-after-ms']);
  if (headers['retry-after-ms'] !== undefined && Number.isFinite(ms) && ms >= 0) return ms;
  const text = headers['retry-after'];
  if (text === undefined) return undefined;
  const seconds = Number(text);
  if (Number.isFinite(seconds)) return seconds < 0 ? undefined : seconds * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}
