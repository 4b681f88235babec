import { describe, expect, test } from 'vitest';

import { readWebPage, type WebPage } from './web-page.ts';

const page = (url: string): WebPage =>
  readWebPage({ mode: 'url', sessionId: 's1', message: 'Log in', elicitationId: 'e1', url } as never);

const warningsAbout = (url: string): string[] => page(url).warnings.map(({ kind }) => kind);

describe('a page', () => {
  test('shows its whole address, and its host [ELIC-08]', () => {
    expect(page('https://example.org/login?next=%2Fgarden#top')).toEqual({
      message: 'Log in',
      elicitationId: 'e1',
      url: 'https://example.org/login?next=%2Fgarden#top',
      scheme: 'https',
      host: 'example.org',
      unicodeHost: undefined,
      warnings: [],
      obstacle: undefined,
    });
  });

  test('shows a host in other letters as it is looked up, and warns', () => {
    // The first letter is Cyrillic.
    const { host, unicodeHost, url, warnings } = page('https://аpple.com/login');
    expect(host).toBe('xn--pple-43d.com');
    expect(unicodeHost).toBe('аpple.com');
    expect(url).toBe('https://xn--pple-43d.com/login');
    expect(warnings.map(({ kind }) => kind)).toEqual(['international-host', 'mixed-letters']);
    expect(warnings[0]?.message).toContain('xn--pple-43d.com');
  });

  test.each([
    ['https://xn--pple-43d.com/', ['international-host', 'mixed-letters']],
    ['https://bücher.example/', ['international-host']],
    ['https://日本語.example/', ['international-host']],
    ['http://example.org/', ['not-encrypted']],
    ['http://localhost:8080/callback', ['this-machine']],
    ['http://127.0.0.1:8080/', ['this-machine']],
    ['http://[::1]/', ['this-machine']],
    ['https://192.0.2.7/', ['address-instead-of-name']],
    ['https://[2001:db8::1]/', ['address-instead-of-name']],
    // One number is an address, too.
    ['https://3221225991/', ['address-instead-of-name']],
    ['https://example.org:8443/', ['unusual-port']],
    ['https://example.org:443/', []],
    ['https://example.org/a\u202Egpj.exe', ['hidden-characters']],
    ['https://exam\u200Bple.org/', ['hidden-characters']],
    [`https://example.org/${'a'.repeat(400)}`, ['long']],
    ['https://example.org.evil.test/', []],
  ])('at %s is warned about: %j', (url, kinds) => {
    expect(warningsAbout(url)).toEqual(kinds);
    expect(page(url).obstacle).toBeUndefined();
  });

  test.each([
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'file:///etc/passwd',
    'vscode://extension/install',
    'ftp://example.org/',
    'mailto:mira@example.org',
    'about:blank',
    'https://mira:secret@example.org/',
    'https://token@example.org/',
    'https://example.org@evil.test/',
    'example.org/login',
    '/login',
    'https://',
    '',
  ])('at %j must not be opened [ELIC-12]', (url) => {
    expect(page(url).obstacle).toEqual(expect.any(String));
  });

  test('that is no address is shown with everything that it has', () => {
    expect(page('nothing\u202E here').url).toBe('nothing\\u{202e} here');
  });
});
