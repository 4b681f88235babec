/** What a chat tells its agent of documents, and beside prompts. */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { agent, client, memoryPair, type ClientConnection } from '@acp-stack/sdk';
import { expect, test } from 'vitest';

import { Log } from '../../../log/log.ts';
import type { ContextPlan } from '../../../context/context-plan.ts';
import { captureTerminal } from '../../../terminal/captured-terminal.ts';
import { ClientHandlers } from './client-handlers.ts';
import { createAgentQueue } from '../conversation/agent-queue.ts';
import { promptContent } from '../conversation/prompt.ts';

const nobody = (): Promise<never> => Promise.reject(new Error('Nobody is asked here.'));

test('a chat has the files in focus that were mentioned, also by what is queued, and sends context with each prompt that asks for it', async () => {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'acp-chat-side-')));
  try {
    for (const name of ['rose.ts', 'tulip.ts']) writeFileSync(join(cwd, name), `// ${name}\n`);
    const seen: unknown[] = [];
    const [left, right] = memoryPair();
    void agent({ name: 'gardener', version: '1.0.0' }, { runtimeContext: true, inject: { modes: ['queue'] } })
      .onPrompt(async ({ editor, runtimeContext }) => {
        const active = (await editor.active())?.uri.slice(`file://${cwd}/`.length);
        seen.push([active, (await editor.open()).length, runtimeContext.map(({ title, text }) => [title, text])]);
      })
      .serve(left);
    const terminal = captureTerminal({ env: { XDG_CONFIG_HOME: cwd } });
    const contextPlan: ContextPlan = {
      names: ['active-file'],
      fallback: 'none',
      isAsked: true,
      editorState: undefined,
    };
    const open: { connection?: ClientConnection } = {};
    await using side = new ClientHandlers({
      cwd,
      questions: { permission: nobody, form: nobody, page: nobody, choose: nobody, fillIn: nobody },
      told: () => undefined,
      terminal,
      connection: () => open.connection,
      toolCall: () => undefined,
      contextPlan,
      log: new Log(terminal),
    });
    const app = client({ name: 'acp', version: '1.0.0' });
    await side.serve(app);
    open.connection = await app.connect(right);
    const session = await open.connection.newSession({ cwd });
    for (const text of ['hello', 'see @rose.ts and @tulip.ts', 'again', 'back to @rose.ts!']) {
      const { content, options } = await side.beside(await promptContent({ text, pictures: [] }, cwd), session);
      await session.prompt(content, options);
    }
    const tulip = ['tulip.ts', 2, [['Active file: tulip.ts', '// tulip.ts\n']]];
    expect(seen).toEqual([
      [undefined, 0, []],
      tulip,
      tulip,
      ['rose.ts', 2, [['Active file: rose.ts', '// rose.ts\n']]],
    ]);
    const agentQueue = createAgentQueue(session, (content) => side.mention(content));
    const queued = await agentQueue.inject(
      await agentQueue.contentOf({ text: 'then @tulip.ts', pictures: [] }),
      'queue',
    );
    await queued.delivered;
    await expect.poll(() => seen.at(-1)).toEqual(['tulip.ts', 2, []]);
    await open.connection.close();
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
});
