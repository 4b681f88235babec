import { afterEach, expect, test, vi } from 'vitest';

import { createTicket, forgetToken, hubAddress, NoTokenError, pageToken, takeSecret } from './page-token.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

function memoryStorage(entries: readonly (readonly [string, string])[] = []): Storage {
  const stored = new Map(entries);
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  } as unknown as Storage;
}

/** Answers every request with `status` and `body`; returns the authorizations. */
function answer(status: number, body: object = {}): (string | null)[] {
  const asked: (string | null)[] = [];
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    asked.push(new Headers(init.headers).get('authorization'));
    return Response.json(body, { status });
  });
  return asked;
}

test('the secret is taken out of the address, which keeps its path', () => {
  const replaced: unknown[] = [];
  const history = { state: 1, replaceState: (...args: unknown[]) => replaced.push(args) } as unknown as History;
  const at = (hash: string): Location => ({ hash, pathname: '/', search: '' }) as Location;
  expect(takeSecret(at('#token=abc'), history)).toBe('abc');
  expect(replaced).toEqual([[1, '', '/']]);
  expect(takeSecret(at('#/s/hub_1'), history)).toBeUndefined();
  expect(replaced).toHaveLength(1);
});

test('a secret is exchanged once, and the token is kept for the next visit', async () => {
  const asked = answer(200, { token: 'page-token' });
  const storage = memoryStorage();
  expect(await pageToken('secret', storage)).toBe('page-token');
  expect(asked).toEqual(['Bearer secret']);
  expect(await pageToken(undefined, storage)).toBe('page-token');
  expect(asked).toHaveLength(1);
  forgetToken(storage);
  await expect(pageToken(undefined, storage)).rejects.toBeInstanceOf(NoTokenError);
});

test('invitation links have the address of the hub, also of one that the program relays to', async () => {
  vi.stubGlobal('location', { href: 'http://127.0.0.1:8422/#/s/hub_1' });
  const storage = memoryStorage();
  answer(200, { token: 'page-token', hub: 'https://hub.example/acp' });
  await pageToken('secret', storage);
  expect(hubAddress(storage)).toBe('https://hub.example/acp');
  answer(200, { token: 'page-token' });
  await pageToken('secret', storage);
  expect(hubAddress(storage)).toBe('http://127.0.0.1:8422/acp');
});

test('a secret that was used before does no harm to a page that has a token', async () => {
  answer(401);
  expect(await pageToken('old', memoryStorage([['acp-page-token', 'kept']]))).toBe('kept');
  await expect(pageToken('old', memoryStorage())).rejects.toBeInstanceOf(NoTokenError);
});

test('a refused token ends the attempts, and a program that is away does not', async () => {
  answer(401);
  await expect(createTicket('token')).rejects.toMatchObject({ code: 'unauthorized' });
  answer(500);
  await expect(createTicket('token')).rejects.toThrow('answered 500');
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await expect(createTicket('token')).rejects.toThrow('cannot be reached');
  answer(200, { ticket: 'once' });
  expect(await createTicket('token')).toBe('once');
});
