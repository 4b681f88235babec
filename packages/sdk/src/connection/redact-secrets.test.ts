import { expect, test } from 'vitest';

import { redactSecrets } from './redact-secrets.ts';

test('what is below env and headers is hidden, and the rest stays [GEN-24]', () => {
  const message = {
    method: 'session/new',
    params: {
      cwd: '/garden',
      mcpServers: [
        { name: 'm', env: [{ name: 'KEY', value: 'hunter2', more: ['hunter2'] }], args: ['--fast'] },
        { name: 'h', headers: { Authorization: 'hunter2' } },
        { env: 'KEY=hunter2' },
      ],
    },
  };
  const shown = redactSecrets(message);
  expect(JSON.stringify(shown)).not.toContain('hunter2');
  expect(shown).toMatchObject({
    params: {
      cwd: '/garden',
      mcpServers: [
        { name: 'm', env: [{ name: 'KEY', value: '(hidden)' }], args: ['--fast'] },
        { headers: { Authorization: '(hidden)' } },
        { env: '(hidden)' },
      ],
    },
  });
  expect(JSON.stringify(message)).toContain('hunter2');
});

test('what is nested without end is cut off', () => {
  const message: Record<string, unknown> = {};
  message['again'] = message;
  expect(JSON.stringify(redactSecrets(message))).toContain('(hidden)');
});
