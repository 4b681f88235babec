/** What opens a page on each system; nothing is started. */
import { expect, test } from 'vitest';

import { openPage } from './open-page.ts';

const page = 'https://garden.example/login?a=1&b=%20"';

async function opened(platform: NodeJS.Platform, env: Readonly<Record<string, string>> = {}): Promise<unknown> {
  const started: unknown[] = [];
  await openPage(page, env, { platform, start: (words) => Promise.resolve(void started.push(words)) });
  return started;
}

test('a page is opened by the program of the system, and its address is one argument', async () => {
  expect(await opened('linux')).toEqual([['xdg-open', page]]);
  expect(await opened('darwin')).toEqual([['/usr/bin/open', page]]);
  expect(await opened('win32', { SystemRoot: String.raw`D:\Windows` })).toEqual([
    [String.raw`D:\Windows\System32\rundll32.exe`, 'url.dll,FileProtocolHandler', page],
  ]);
});

test('a page is opened by the browser that BROWSER names, on every system', async () => {
  for (const platform of ['linux', 'darwin', 'win32'] as const) {
    expect(await opened(platform, { BROWSER: 'fox' })).toEqual([['fox', page]]);
  }
});
