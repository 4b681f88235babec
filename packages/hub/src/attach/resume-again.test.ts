/** Opening a session again after it was refused, over each transport. */
import { http, webSocket } from '@acp-stack/http/node';
import { memoryJournal } from '@acp-stack/journal';
import { agent, client } from '@acp-stack/sdk';
import { expect, test } from 'vitest';

import { openHub } from '../hub/hub.ts';
import { serveHub } from '../serve/serve-hub.ts';

const cwd = process.cwd();

for (const [name, connect] of [['HTTP', http] as const, ['WebSocket', webSocket] as const])
  test(`a session that was refused for its cursor can be opened on the same connection, over ${name}`, async () => {
    const echo = agent({ name: 'echo', version: '1.0.0' }).onPrompt(() => undefined);
    await using hub = await openHub({ journal: memoryJournal(), agents: { echo }, roots: [cwd] });
    await using serving = await serveHub(hub, { withoutCredentials: true });
    const first = await client({ name: 'test', version: '1.0.0' }).connect(connect(serving.url));
    const { id: sessionId } = await first.newSession({ cwd });
    const second = await client({ name: 'test', version: '1.0.0' }).connect(connect(serving.url));
    const wrong = { sessionId, cwd, _meta: { 'acp-stack.dev/hub': { after: 'other.1' } } };
    await expect(second.resume(wrong)).rejects.toThrow();
    const session = await second.resume({ sessionId, cwd });
    expect((await session.prompt('hello')).stopReason).toBe('end_turn');
    await Promise.all([first.close(), second.close()]);
  });
