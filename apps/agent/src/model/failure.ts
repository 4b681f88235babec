/**
 * What the packages of the services throw, as errors of ours.
 *
 * A service may repeat the key in what it says about it, so everything that is known to be secret is taken out before anybody reads it.
 */
import { ModelError, type ModelErrorCode } from './model-error.ts';

export interface FailureContext {
  /** How the service is called in messages. */
  readonly service: string;
  /** Texts that must not be seen. */
  readonly secrets: readonly string[];
}

/** The fields of an error that a package makes of an answer with a bad status. */
interface CallFailure {
  readonly statusCode?: number;
  readonly responseHeaders?: Readonly<Record<string, string>>;
  readonly responseBody?: string;
}

const longest = 500;

/** The error that says what went wrong. */
export function modelError(error: unknown, context: FailureContext): ModelError {
  if (error instanceof ModelError) return error;
  const { service, secrets } = context;
  const { statusCode, responseHeaders = {}, responseBody = '' } = (Object(error) ?? {}) as CallFailure;
  const said = withoutSecrets(messageOf(error), secrets);
  if (statusCode === undefined || statusCode < 400) return connectionFailure(error, service, said);
  const code = codeOf(statusCode, `${said} ${responseBody}`);
  const retryAfter = readRetryAfter(responseHeaders);
  return new ModelError(code, `${words[code](service)} (${statusCode}): ${said}`, {
    status: statusCode,
    ...(retryAfter === undefined ? {} : { retryAfter }),
  });
}

const words: Readonly<Record<ModelErrorCode, (service: string) => string>> = {
  unauthorized: (service) => `${service} does not accept the key`,
  'rate-limited': (service) => `${service} asks to slow down`,
  'too-long': (service) => `The conversation is too long for ${service}`,
  refused: (service) => `${service} refuses the request`,
  failed: (service) => `${service} failed`,
  unreachable: (service) => `${service} cannot be reached`,
  broken: (service) => `The answer of ${service} broke off`,
  silent: (service) => `${service} said nothing more`,
};

/** A model that says nothing for `ms`. */
export const silence = (service: string, ms: number): ModelError =>
  new ModelError('silent', `${words.silent(service)} for ${Math.round(ms / 1000)} seconds.`);

const tooLong = /context.{0,20}(length|window|size)|maximum.{0,20}tokens|too (long|many tokens)|prompt is too long/iu;

function codeOf(status: number, text: string): ModelErrorCode {
  if (status === 401 || status === 403) return 'unauthorized';
  // Nobody pays the bill while we wait.
  if (status === 429) return text.includes('insufficient_quota') ? 'refused' : 'rate-limited';
  if (status === 413 || (status === 400 && tooLong.test(text))) return 'too-long';
  return status >= 500 || status === 408 || status === 409 ? 'failed' : 'refused';
}

/** No answer, or one that ended before its end. */
function connectionFailure(error: unknown, service: string, said: string): ModelError {
  const code = isNetworkFailure(error) ? 'unreachable' : 'broken';
  return new ModelError(code, `${words[code](service)}: ${said}`);
}

function isNetworkFailure(error: unknown): boolean {
  const { name, cause } = Object(error) as { readonly name?: string; readonly cause?: unknown };
  return name === 'AI_APICallError' || (Object(cause) as { readonly code?: string }).code === 'ECONNREFUSED';
}

function messageOf(error: unknown): string {
  const { message, cause } = Object(error) as { readonly message?: unknown; readonly cause?: unknown };
  const text =
    typeof message === 'string' && message !== '' ? message : typeof error === 'string' ? error : 'no reason';
  const { code } = Object(cause) as { readonly code?: unknown };
  const reason = typeof code === 'string' && !text.includes(code) ? `${text} (${code})` : text;
  const short = reason.length > longest ? `${reason.slice(0, longest)}…` : reason;
  return /[.!?…]$/u.test(short) ? short : `${short}.`;
}

/** `text` without any of `secrets`. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  let clean = text;
  for (const secret of secrets) if (secret.length >= 4) clean = clean.replaceAll(secret, '(hidden)');
  // Services shorten keys in their own ways.
  return clean.replaceAll(/\b(sk|pk|key|api)-[\w*.-]{6,}/gu, '(hidden)');
}

/** Milliseconds; the header holds seconds or a date, and some services say milliseconds in one of their own. */
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
