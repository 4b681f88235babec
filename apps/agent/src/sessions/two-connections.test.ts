/** Two clients of one process open one session: the same holds as for two programs. */
import { memoryJournal } from '@acp-stack/journal';
import { client, memoryPair, type ClientConnection } from '@acp-stack/sdk';
import { expect, test } from 'vitest';

import { eachFolder } from '../../../../test/support/each-folder.ts';
import { codingAgent } from '../coding-agent.ts';
import { emptyConfig } from '../providers/config.ts';
import { Providers } from '../providers/providers.ts';
import { storedSessions } from '../session-data/stored-sessions.ts';

let cwd = '';

eachFolder((path) => {
  cwd = path;
});

const opened = 'This session was opened by another program; load it again to continue here.';

test.each([undefined, 'gardener'])(
  'the later one has it, and the earlier one may load it again (as %s)',
  async (who) => {
    await using journal = memoryJournal();
    const store = storedSessions(Promise.resolve(journal));
    const app = codingAgent({ store, providers: new Providers(emptyConfig), version: '1.0.0' });
    const connect = (): Promise<ClientConnection> => {
      const [ours, theirs] = memoryPair();
      app.connect(theirs, { onReport: () => undefined, ...(who === undefined ? {} : { principal: who }) });
      return client({ name: 'editor', version: '1.0.0' }).connect(ours);
    };
    await using left = await connect();
    await using right = await connect();
    const early = await left.newSession({ cwd });
    expect((await early.prompt('/plan dig')).stopReason).toBe('end_turn');
    const late = await right.load({ sessionId: early.id, cwd });
    await expect(early.prompt('/plan water')).rejects.toThrow(opened);
    await expect(early.setConfigOption('mode', 'code')).rejects.toThrow(opened);
    expect((await late.prompt('/plan weed')).stopReason).toBe('end_turn');
    const again = await left.load({ sessionId: early.id, cwd });
    await expect(late.prompt('/plan water')).rejects.toThrow(opened);
    expect((await again.prompt('/plan done 2')).stopReason).toBe('end_turn');
    const said: unknown[] = [];
    for await (const { event } of journal.read(early.id)) said.push(event);
    expect(JSON.stringify(said)).not.toContain('water');
  },
);
