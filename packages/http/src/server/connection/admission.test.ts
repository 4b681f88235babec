import { describe, expect, test } from 'vitest';

import { admit } from './admission.ts';
import type { ReceivedHead } from '../request/incoming-request.ts';
import { settingsOf, type HttpOptions } from '../options/http-options.ts';

const head = (headers: Readonly<Record<string, string>>): ReceivedHead => ({
  method: 'POST',
  url: '/acp',
  header: (name) => headers[name],
  hasSeveralHosts: () => false,
  certificate: () => undefined,
});

const verdict = async (headers: Readonly<Record<string, string>>, options: HttpOptions = {}): Promise<unknown> => {
  const admission = await admit(head(headers), settingsOf(options));
  return admission.kind === 'admitted' ? 'admitted' : admission.status;
};

describe('admission', () => {
  test.each([
    [{}, 403],
    [{ host: 'localhost' }, 'admitted'],
    [{ host: 'LOCALHOST:8080' }, 'admitted'],
    [{ host: '127.0.0.1:1' }, 'admitted'],
    [{ host: '[::1]:443' }, 'admitted'],
    [{ host: '[::1]' }, 'admitted'],
    [{ host: '127.0.0.1.evil.example' }, 403],
    [{ host: 'localhost.evil.example:80' }, 403],
    [{ host: 'evil.example:localhost' }, 403],
    [{ host: 'localhost:80', origin: 'http://localhost:80' }, 'admitted'],
    [{ host: 'localhost:80', origin: 'http://localhost:81' }, 403],
    [{ host: 'localhost:80', origin: 'http://evil.example' }, 403],
    [{ host: 'localhost', origin: 'null' }, 403],
    [{ host: 'localhost', origin: '' }, 403],
  ])('without options, %o is %s', async (headers, expected) => {
    expect(await verdict(headers as Record<string, string>)).toBe(expected);
  });

  test('a host may be named with its port, and then only with that', async () => {
    const options = { allowedHosts: ['agents.example:8443'] };
    expect(await verdict({ host: 'agents.example:8443' }, options)).toBe('admitted');
    expect(await verdict({ host: 'agents.example' }, options)).toBe(403);
    expect(await verdict({ host: 'localhost' }, options)).toBe(403);
  });

  test('a star allows any', async () => {
    const options = { allowedHosts: ['*'], allowedOrigins: ['*'] };
    expect(await verdict({ host: 'any.example', origin: 'https://other.example' }, options)).toBe('admitted');
  });

  test('a request that is refused anyway is not authenticated', async () => {
    let asked = 0;
    const authenticate = (): string => {
      asked += 1;
      return 'ann';
    };
    expect(await verdict({ host: 'evil.example' }, { authenticate })).toBe(403);
    expect(asked).toBe(0);
    expect(await verdict({ host: 'localhost' }, { authenticate })).toBe('admitted');
    expect(await verdict({ host: 'localhost' }, { authenticate: () => undefined })).toBe(401);
    expect(await verdict({ host: 'localhost' }, { authenticate: () => Promise.reject(new Error('down')) })).toBe(401);
  });
});
