/** A chat in a page, in 40 lines of React; here the page is one of happy-dom, and the agent is in the same program. */
import assert from 'node:assert/strict';

import { memoryPair, type Channel } from '@acp-stack/rpc';
import { agent } from '@acp-stack/sdk';
import { Window, type HTMLInputElement, type HTMLTextAreaElement } from 'happy-dom';

const gardener = agent({ name: 'gardener', version: '1.0.0' }).onPrompt(async (turn) => {
  const call = turn.toolCall({ title: 'Water the roses', kind: 'execute' });
  await call.start();
  const answer = await turn.askPermission({
    title: 'May I water the roses?',
    subject: call,
    options: [
      { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
      { optionId: 'no', name: 'No', kind: 'reject_once' },
    ],
  });
  await call.complete();
  await turn.message.append(`You said ${JSON.stringify(answer)}.`);
});

let connections = 0;

function connect(): Channel {
  const [agentSide, clientSide] = memoryPair();
  connections += 1;
  void gardener.serve(agentSide).then(() => (connections -= 1));
  return clientSide;
}

export async function main(): Promise<void> {
  const page = new Window({ url: 'http://127.0.0.1/' });
  const closePage = installPage(page);
  // React looks at the page when it is loaded.
  const [{ createElement }, { createRoot }, { Chat }] = await Promise.all([
    import('react'),
    import('react-dom/client'),
    import('./chat.tsx'),
  ]);
  const { document } = page;
  const root = createRoot(document.body as never);
  try {
    root.render(createElement(Chat, { connect, cwd: '/garden' }));
    const text = (): string => document.body.textContent ?? '';
    await until(() => connections === 1 && !text().includes('Connecting'));

    const input = document.querySelector('textarea') as unknown as HTMLTextAreaElement;
    type(page, input, 'Water the roses');
    document.querySelector('form')?.dispatchEvent(new page.Event('submit', { bubbles: true, cancelable: true }));
    await until(() => text().includes('May I water the roses?'));
    (document.querySelector('fieldset [value=Yes]') as unknown as HTMLInputElement).click();
    await until(() => text().includes('You said'));

    assert.match(text(), /Water the roses: completed/u);
    assert.match(text(), /You said .*yes/u);
    assert.equal(input.value, '');
  } finally {
    root.unmount();
    await until(() => connections === 0);
    closePage();
  }
}

/** Types as a user would: React listens to the setter of the element. */
function type(page: Window, input: HTMLTextAreaElement, words: string): void {
  Reflect.set(page.HTMLTextAreaElement.prototype, 'value', words, input);
  input.dispatchEvent(new page.Event('input', { bubbles: true }));
}

/** Makes the globals that React uses; returns how to remove them. */
function installPage(page: Window): () => void {
  const globals = { window: page, document: page.document, navigator: page.navigator };
  const before = Object.keys(globals).map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);
  for (const [name, value] of Object.entries(globals)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
  return () => {
    for (const [name, descriptor] of before) {
      if (descriptor === undefined) Reflect.deleteProperty(globalThis, name);
      else Object.defineProperty(globalThis, name, descriptor);
    }
    void page.happyDOM.close();
  };
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => void setTimeout(resolve, 5));
}
