/**
 * Reads what an address serves: from the cache while that is fresh, else from the server, which is asked whether its
 * answer has changed. An answer that cannot be read, such as the login page of a network, never replaces a good one.
 */
import { describeError, joinSignals } from '@acp-stack/rpc';

import { RegistryError } from '../contract/registry-error.ts';
import type { ReadOptions } from '../contract/registry.ts';
import { openAddress, type AddressResponse } from '../fetch/open-address.ts';
import type { Lookup } from '../fetch/private-address.ts';
import { readBody } from '../fetch/read-body.ts';
import { checkedFacts, confirmCacheFile, readCacheFile, writeCacheFile, type CachedAnswer } from './cache-file.ts';

/** How addresses are asked. */
export interface FetchContext {
  /** How old, in milliseconds, a cached answer may be to be used without asking. */
  readonly maxAge: number;
  /** How long a whole answer may take, in milliseconds. */
  readonly answerTimeout: number;
  readonly now: () => number;
  /** Answers that could not be written to the cache, by its path: what was read once is known as long as this is. */
  readonly unwritten?: Map<string, CachedAnswer>;
  readonly fetch?: typeof fetch;
  readonly lookup?: Lookup;
}

/** What an address serves, and where it is cached. */
export interface Resource<T> {
  readonly address: string;
  readonly cachePath: string;
  readonly maxBytes: number;
  /** Reads the body; throws an error whose message is the end of a sentence about it. */
  readonly read: (body: Uint8Array) => T;
}

/** The value of a resource. */
export interface ReadResource<T> {
  /** Absent if the server gave none and the cache has none. */
  readonly value?: T;
  /** When the server last confirmed the value, in milliseconds since 1970. */
  readonly checkedAt?: number;
  /** Why the value could not be confirmed now. */
  readonly reason?: string;
}

interface Kept<T> {
  readonly answer: CachedAnswer;
  readonly value: T;
}

/** Reads a resource. Throws only the reason of the caller's signal. */
export async function readResource<T>(
  resource: Resource<T>,
  context: FetchContext,
  { refresh = 'if-old', signal }: ReadOptions = {},
): Promise<ReadResource<T>> {
  signal?.throwIfAborted();
  const kept = await readKept(resource, context);
  if (refresh === 'never') {
    const reason = kept === undefined ? 'It is not in the cache, and no address was asked.' : 'No address was asked.';
    return { ...valueOf(kept), reason };
  }
  if (refresh === 'if-old' && kept !== undefined && isFresh(kept.answer, context)) return valueOf(kept);
  const timeout = AbortSignal.timeout(context.answerTimeout);
  const joined = joinSignals(timeout, signal);
  try {
    return valueOf(await ask(resource, kept, { ...context, signal: joined.signal }));
  } catch (error) {
    signal?.throwIfAborted();
    const { host } = new URL(resource.address);
    const late = `${host} did not answer completely within ${context.answerTimeout / 1000} s.`;
    return { ...valueOf(kept), reason: timeout.aborted ? late : describeError(error) };
  } finally {
    joined.release();
  }
}

/**
 * Whether an answer may be used without asking. A time in the future is that of a wrong clock, so the server is asked.
 */
function isFresh({ checkedAt }: CachedAnswer, { now, maxAge }: FetchContext): boolean {
  const age = now() - checkedAt;
  return age >= 0 && age <= maxAge;
}

async function readKept<T>(
  { cachePath, maxBytes, read }: Resource<T>,
  { unwritten }: FetchContext,
): Promise<Kept<T> | undefined> {
  const answer = unwritten?.get(cachePath) ?? (await readCacheFile(cachePath, maxBytes));
  if (answer === undefined) return undefined;
  try {
    return { answer, value: read(answer.body) };
  } catch {
    return undefined;
  }
}

function valueOf<T>(kept: Kept<T> | undefined): ReadResource<T> {
  return kept === undefined ? {} : { value: kept.value, checkedAt: kept.answer.checkedAt };
}

async function ask<T>(
  resource: Resource<T>,
  kept: Kept<T> | undefined,
  context: FetchContext & { readonly signal: AbortSignal },
): Promise<Kept<T>> {
  const { etag, lastModified } = kept?.answer ?? {};
  const headers = {
    ...(etag !== undefined && { 'if-none-match': etag }),
    ...(lastModified !== undefined && { 'if-modified-since': lastModified }),
  };
  const opened = await openAddress(resource.address, { ...context, headers });
  const checkedAt = context.now();
  if (opened.response.status === 304 && kept !== undefined) {
    await opened.response.body?.cancel();
    await confirmCacheFile(resource.cachePath, checkedAt).catch(() => undefined);
    return { value: kept.value, answer: { ...kept.answer, checkedAt } };
  }
  const next = await readAnswer(resource, opened, { signal: context.signal, checkedAt });
  // A cache that cannot be written costs the request of the next program, and nothing now.
  try {
    await writeCacheFile(resource.cachePath, next.answer);
    context.unwritten?.delete(resource.cachePath);
  } catch {
    context.unwritten?.set(resource.cachePath, next.answer);
  }
  return next;
}

async function readAnswer<T>(
  { maxBytes, read }: Resource<T>,
  opened: AddressResponse,
  { signal, checkedAt }: { readonly signal: AbortSignal; readonly checkedAt: number },
): Promise<Kept<T>> {
  const { response, url } = opened;
  if (response.status !== 200) {
    await response.body?.cancel();
    const advice = response.status === 404 ? '; check the address' : '';
    throw new RegistryError('unreachable', `${url.host} answered with the status ${response.status}${advice}.`);
  }
  const body = await readBody(opened, { maxBytes, signal });
  const facts = checkedFacts({
    etag: response.headers.get('etag'),
    lastModified: response.headers.get('last-modified'),
  });
  try {
    return { value: read(body), answer: { ...facts, body, checkedAt } };
  } catch (error) {
    throw new RegistryError('unreachable', `The answer of ${url.host} ${describeError(error)}.`, { cause: error });
  }
}
