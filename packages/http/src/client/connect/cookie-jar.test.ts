import { describe, expect, test } from 'vitest';

import { VirtualClock } from '@acp-stack/testing';

import { verifies } from '../../../../../test/requirements/requirement.ts';
import { CookieJar } from './cookie-jar.ts';

const url = new URL('http://agents.example/team/acp');
const jar = (...lines: string[]): CookieJar => {
  const cookies = new CookieJar(new VirtualClock());
  cookies.store(lines, url);
  return cookies;
};

describe('a cookie jar', () => {
  test(verifies('HTTP-15', 'returns what the server set, the newest value of each name'), () => {
    const cookies = jar('node=1', 'tab=a=b; HttpOnly', 'node=2');
    expect(cookies.header(url)).toBe('tab=a=b; node=2');
  });

  test('forgets what has expired or is taken back', async () => {
    const clock = new VirtualClock();
    const cookies = new CookieJar(clock);
    cookies.store(['short=1; Max-Age=10', 'long=1; Max-Age=100; Expires=Thu, 01 Jan 1970 00:00:00 GMT', 'gone=1'], url);
    cookies.store(['gone=; Expires=Thu, 01 Jan 1970 00:00:00 GMT'], url);
    expect(cookies.header(url)).toBe('short=1; long=1');
    await clock.advance(10_000);
    expect(cookies.header(url)).toBe('long=1');
  });

  test.each([
    ['/', true],
    ['/team', true],
    ['/team/', true],
    ['/tea', false],
    ['/other', false],
    ['relative', true],
  ])('of the path %s goes with the endpoint: %s', (path, isSent) => {
    expect(jar(`a=1; Path=${path}`).header(url)).toBe(isSent ? 'a=1' : undefined);
  });

  test('puts the more specific path first', () => {
    expect(jar('wide=1; Path=/', 'narrow=1; Path=/team').header(url)).toBe('narrow=1; wide=1');
  });

  test('returns secure cookies over secure connections and on loopback only', () => {
    const cookies = jar('a=1; Secure; Path=/');
    expect(cookies.header(url)).toBeUndefined();
    expect(cookies.header(new URL('https://agents.example/acp'))).toBe('a=1');
    expect(cookies.header(new URL('wss://agents.example/acp'))).toBe('a=1');
    expect(cookies.header(new URL('ws://127.0.0.1:1/acp'))).toBe('a=1');
  });

  test.each(['', '=', '=value', 'no-equals', 'a=1\r\nb: 2', `a=${'x'.repeat(5000)}`, 'a=1; Domain=other.example'])(
    'takes nothing from %j',
    (line) => {
      expect(jar(line).header(url)).toBeUndefined();
    },
  );

  test('takes cookies of the domain above', () => {
    expect(jar('a=1; Domain=.example').header(url)).toBe('a=1');
  });

  test('has room for a hundred', () => {
    const cookies = jar(...Array.from({ length: 200 }, (_, n) => `c${n}=1`));
    expect(cookies.header(url)?.split('; ')).toHaveLength(100);
  });
});
