/** Requests to addresses that a manifest names, and to package indexes, with a limit of time and size. */
import { joinSignals } from '@acp-stack/rpc';

import { RegistryError } from '../../contract/registry-error.ts';
import { openAddress, type AddressRequest, type AddressResponse } from '../../fetch/open-address.ts';
import { readBody } from '../../fetch/read-body.ts';

/** How an address is asked. */
export interface RequestLimits {
  /** How long an address may take, in milliseconds; 15 seconds when absent. */
  readonly timeout?: number;
  readonly signal?: AbortSignal;
}

/** An address that did not answer as expected. */
export class AddressError extends Error {
  static {
    this.prototype.name = 'AddressError';
  }

  /** The HTTP status; undefined if there was no answer. */
  readonly status: number | undefined;
  /** Whether the server refuses requests because there were too many. */
  readonly isRateLimit: boolean;

  constructor(message: string, options: ErrorOptions & { status?: number; isRateLimit?: boolean } = {}) {
    super(message, options);
    this.status = options.status;
    this.isRateLimit = options.isRateLimit ?? false;
  }
}

const defaultTimeout = 15_000;
/** The largest answer of a package index; the longest lists of versions have about 10 MB. */
const maxAnswerBytes = 32 * 1024 * 1024;
/** Refusals after which GET may still work: servers that sign addresses for one method, or know only GET. */
const headRefusals: readonly (number | undefined)[] = [400, 401, 403, 404, 405, 501];

/** Resolves if the address answers: asked with HEAD, and with GET where HEAD is refused. */
export async function requireAnswer(address: string, limits: RequestLimits = {}): Promise<void> {
  try {
    await send(address, { method: 'HEAD' }, limits, cancelBody);
  } catch (error) {
    if (!(error instanceof AddressError) || !headRefusals.includes(error.status)) throw error;
    await send(address, { headers: { range: 'bytes=0-0' } }, limits, cancelBody);
  }
}

/** Asks for JSON. Rejects with an `AddressError`. */
export function requestJson(
  address: string,
  headers: Readonly<Record<string, string>>,
  limits: RequestLimits = {},
): Promise<unknown> {
  return send(address, { headers }, limits, async (answer, signal) => {
    const bytes = await readBody(answer, { maxBytes: maxAnswerBytes, signal });
    try {
      return JSON.parse(new TextDecoder().decode(bytes)) as unknown;
    } catch (error) {
      throw new AddressError(`${answer.url.host} answered with something that is not JSON.`, { cause: error });
    }
  });
}

/** Reads the answer to a GET with `read`. Rejects with an `AddressError`. */
export function download<T>(
  address: string,
  read: (answer: AddressResponse, signal: AbortSignal) => Promise<T>,
  limits: RequestLimits = {},
): Promise<T> {
  return send(address, {}, limits, read);
}

async function send<T>(
  address: string,
  request: Pick<AddressRequest, 'method' | 'headers'>,
  { timeout = defaultTimeout, signal }: RequestLimits,
  read: (answer: AddressResponse, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = AbortSignal.timeout(timeout);
  const either = joinSignals(late, signal);
  try {
    const answer = await openAddress(address, { ...request, signal: either.signal });
    if (answer.response.ok) return await read(answer, either.signal);
    await cancelBody(answer);
    throw refusal(answer);
  } catch (error) {
    if (signal?.aborted === true) throw signal.reason;
    if (error instanceof RegistryError) throw new AddressError(error.message, { cause: error });
    if (!late.aborted || error instanceof AddressError) throw error;
    throw new AddressError(`${new URL(address).host} did not answer within ${timeout / 1000} s.`, { cause: error });
  } finally {
    either.release();
  }
}

function refusal({ url, response: { status, headers } }: AddressResponse): AddressError {
  const isRateLimit = status === 429 || (status === 403 && headers.get('x-ratelimit-remaining') === '0');
  const words = isRateLimit ? 'allows no more requests for now; try again later' : `answered with ${status}`;
  return new AddressError(`${url.host} ${words}.`, { status, isRateLimit });
}

async function cancelBody({ response }: AddressResponse): Promise<void> {
  await response.body?.cancel();
}
