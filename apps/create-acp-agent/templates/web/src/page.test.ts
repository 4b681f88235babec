/** The page with the server and an agent behind it: what a user sees and clicks, in a page of happy-dom. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { webSocket } from '@acp-stack/http/node';
import { Window } from 'happy-dom';

const pathOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const server = spawn(process.execPath, [pathOf('server.js'), process.execPath, pathOf('gardener.js')], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
let address: URL;
let cookie: string;

before(async () => {
  const ended = once(server, 'close').then(() => Promise.reject(new Error('The server has ended.')));
  const [line] = await Promise.race([once(createInterface({ input: server.stdout }), 'line'), ended]);
  ended.catch(() => undefined);
  address = new URL(String(line));
  const opened = await fetch(address, { redirect: 'manual' });
  cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? '';
});

after(async () => {
  if (server.exitCode !== null || server.signalCode !== null) return;
  server.kill();
  await once(server, 'close');
});

/** What never happens ends a test, too. */
const timeout = 60_000;

test('the page and the agent are there for a browser with the key, and for no other', { timeout }, async () => {
  const get = (path: string, headers = {}): Promise<Response> => fetch(new URL(path, address), { headers });
  assert.equal((await get('/')).status, 401);
  assert.equal((await get('/acp')).status, 401);
  const page = await (await get('/', { cookie })).text();
  const [script = ''] = /\/assets\/[\w.-]+\.js/u.exec(page) ?? [];
  assert.equal((await get(script, { cookie })).headers.get('content-type'), 'text/javascript; charset=utf-8');
  assert.equal((await get('/../server.js', { cookie })).status, 404);
});

test('a user writes, allows what the agent asks, and reads the answer', { timeout }, async () => {
  const page = new Window({ url: 'http://127.0.0.1/' });
  for (const [name, value] of Object.entries({ window: page, document: page.document, navigator: page.navigator }))
    Object.defineProperty(globalThis, name, { value, configurable: true });
  // React looks at the page when it is loaded.
  const [{ createElement }, { createRoot }, { Chat }] = await Promise.all([
    import('react'),
    import('react-dom/client'),
    import('./page/chat.js'),
  ]);
  const { document } = page;
  const until = async (isSo: () => boolean): Promise<void> => {
    const end = Date.now() + timeout / 4;
    while (!isSo()) {
      assert.ok(Date.now() < end, `The page still shows: ${shown()}`);
      await wait(10);
    }
  };
  const shown = (): string => document.body.textContent;
  const root = createRoot(document.body as never);
  const connect = (): ReturnType<typeof webSocket> =>
    webSocket(new URL('/acp', address).href.replace('http', 'ws'), { headers: { cookie } });
  try {
    root.render(createElement(Chat, { connect, cwd: process.cwd() }));
    await until(() => document.querySelector('[type=submit]:not([disabled])') !== null);
    const input = document.querySelector('textarea');
    // React listens to the setter of the element.
    Reflect.set(page.HTMLTextAreaElement.prototype, 'value', 'Hello', input);
    input?.dispatchEvent(new page.Event('input', { bubbles: true }));
    document.querySelector('form')?.dispatchEvent(new page.Event('submit', { bubbles: true, cancelable: true }));
    await until(() => shown().includes('May I water the roses?'));
    document.querySelector('fieldset button')?.dispatchEvent(new page.Event('click', { bubbles: true }));
    await until(() => shown().includes('You said: Hello'));
    assert.match(shown(), /Water: completed/u);
  } finally {
    root.unmount();
    await page.happyDOM.close();
  }
});
