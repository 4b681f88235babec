import { expect, test } from 'vitest';

import { Notifier } from './notifier.ts';

function stand(env: Readonly<Record<string, string>> = {}): {
  readonly attention: Notifier;
  readonly rung: () => string[];
} {
  const written: string[] = [];
  const attention = new Notifier({ write: (codes) => written.push(codes), env });
  return { attention, rung: () => written.splice(0).filter((codes) => codes.includes('\u0007')) };
}

test('the title says what goes on', () => {
  const titles: string[] = [];
  const attention = new Notifier({ write: (codes) => titles.push(codes), env: {} });
  for (const situation of ['idle', 'working', 'working', 'asking', 'idle'] as const)
    attention.update(situation, '/home/ann/gar\u001bden');
  const title = (words: string): string => `\u001b]2;${words}\u001b\\`;
  expect(titles).toEqual([
    title('gar␛den · acp'),
    title('● gar␛den · acp'),
    title('? gar␛den · acp'),
    title('gar␛den · acp'),
  ]);
});

test('a decision, an end and a failure ring apart, and only without the focus', () => {
  const { attention, rung } = stand();
  attention.update('working', '/garden');
  attention.update('asking', '/garden');
  expect(rung()).toEqual([]);
  attention.focus(false);
  attention.update('working', '/garden');
  expect(rung()).toEqual([]);
  attention.update('asking', '/garden');
  expect(rung()).toEqual(['\u0007\u001b]9;The agent needs your decision (garden)\u001b\\']);
  attention.update('working', '/garden');
  attention.update('idle', '/garden');
  attention.update('idle', '/garden');
  expect(rung()).toEqual(['\u0007\u001b]9;The agent is done (garden)\u001b\\']);
  attention.update('working', '/garden');
  attention.failed();
  attention.update('idle', '/garden');
  expect(rung()).toEqual(['\u0007\u001b]9;The agent has failed (garden)\u001b\\']);
  attention.update('working', '/garden');
  attention.update('idle', '/garden');
  expect(rung().join()).toContain('is done');
});

test.each([
  [{ TERM: 'foot' }, '\u0007\u001b]777;notify;acp;The agent is done (garden)\u001b\\'],
  [{ TERM: 'linux' }, '\u0007'],
])('%o gets what it understands', (env, codes) => {
  const { attention, rung } = stand({ ...env, ACP_NOTIFY: 'always' });
  attention.update('working', '/garden');
  attention.update('idle', '/garden');
  expect(rung()).toEqual([codes]);
});

test('nothing rings when notifications are off', () => {
  const { attention, rung } = stand({ ACP_NOTIFY: 'never' });
  attention.focus(false);
  attention.update('working', '/garden');
  attention.update('idle', '/garden');
  expect(rung()).toEqual([]);
});
