/** Two programs open one session: the later one owns it, and neither writes into the stream of the other. */
import type { Journal } from '@acp-stack/journal';
import { VirtualClock } from '@acp-stack/testing';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { AgentFixture, eachJournal, textOf } from './agent-fixture.test-support.ts';

let cwd: string;
let journal: Journal;

eachJournal((place) => {
  ({ cwd, journal } = place);
});

const opened = 'This session was opened by another program; load it again to continue here.';

/** What the journal has of a session: the numbers, and the events as text. */
async function kept(sessionId: string): Promise<{ readonly numbers: readonly number[]; readonly text: string }> {
  const numbers: number[] = [];
  let text = '';
  for await (const { sequence, event } of journal.read(sessionId)) {
    numbers.push(sequence);
    text += `${JSON.stringify(event)}\n`;
  }
  return { numbers, text };
}

test('the work of the earlier one ends with a sentence, and nothing of it is kept from then on', async () => {
  await using left = new AgentFixture({ journal, cwd });
  await using right = new AgentFixture({ journal, cwd });
  const sessionId = await left.open();
  const working = left.prompt(
    sessionId,
    '/run echo begun; while [ ! -e go ]; do sleep 0.01; done; echo went; sleep 60',
  );
  await left.hears(({ sessionUpdate }) => sessionUpdate === 'terminal_output_chunk');
  const seen = await right.load(sessionId);
  expect(JSON.stringify(seen)).toContain('echo begun');
  expect(right.updates.at(-1)).toMatchObject({ state: 'idle', stopReason: 'error' });
  const before = await kept(sessionId);
  // Its next update is refused.
  await writeFile(join(cwd, 'go'), '');
  expect(await working).toMatchObject({ stopReason: 'error', error: { message: opened } });
  expect(await kept(sessionId)).toEqual(before);
  await expect(left.call('session/prompt', { sessionId, prompt: [{ type: 'text', text: 'Hello?' }] })).rejects.toThrow(
    opened,
  );
  await expect(
    left.call('session/set_config_option', { sessionId, configId: 'mode', type: 'id', value: 'code' }),
  ).rejects.toThrow(opened);
  expect((await right.prompt(sessionId, '/read rose.md')).text).toContain('A rose is red.');
  const { numbers, text } = await kept(sessionId);
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  expect(text).not.toContain('Hello?');
});

test('work that says nothing ends as well, soon and with the same sentence', async () => {
  const clock = new VirtualClock();
  await using left = new AgentFixture({ journal, cwd, clock });
  await using right = new AgentFixture({ journal, cwd });
  const sessionId = await left.open();
  const working = left.prompt(sessionId, '/run sleep 600');
  await left.hears(({ sessionUpdate, status }) => sessionUpdate === 'tool_call_update' && status === 'in_progress');
  await clock.advance(2000);
  await right.load(sessionId);
  const before = await kept(sessionId);
  await clock.advance(2000);
  expect(await working).toMatchObject({ stopReason: 'error', error: { message: opened } });
  expect(await kept(sessionId)).toEqual(before);
  expect(clock.pending).toBe(0);
});

test('the earlier one loads the session again, has everything, and goes on', async () => {
  await using left = new AgentFixture({ journal, cwd });
  await using right = new AgentFixture({ journal, cwd });
  const sessionId = await left.open();
  await left.prompt(sessionId, '/plan dig');
  await right.load(sessionId);
  await right.prompt(sessionId, '/edit rose.md "red" "white"');
  expect(textOf(await left.load(sessionId))).toContain('Changed rose.md.');
  expect((await left.prompt(sessionId, '/undo')).text).toContain('rose.md is as it was before the change.');
  await expect(right.call('session/prompt', { sessionId, prompt: [{ type: 'text', text: 'Hello?' }] })).rejects.toThrow(
    opened,
  );
  expect((await left.prompt(sessionId, '/plan done 1')).text).toContain('[x] dig');
});

test('listing, renaming or forking a session does not take it over', async () => {
  await using left = new AgentFixture({ journal, cwd });
  await using right = new AgentFixture({ journal, cwd });
  const sessionId = await left.open();
  await left.prompt(sessionId, '/plan dig');
  await right.open();
  await right.call('session/fork', { sessionId, cwd });
  await right.call('session/set_title', { sessionId, title: 'Garden' });
  expect((await left.prompt(sessionId, '/plan done 1')).text).toContain('[x] dig');
});

test('a connection that has closed a session may still name it', async () => {
  await using left = new AgentFixture({ journal, cwd });
  await using right = new AgentFixture({ journal, cwd });
  const sessionId = await left.open();
  await left.call('session/close', { sessionId });
  await right.load(sessionId);
  await left.call('session/set_title', { sessionId, title: 'Garden' });
  const { sessions } = await right.call('session/list', {});
  expect(sessions).toMatchObject([{ sessionId, title: 'Garden' }]);
});

test('connections that take a session from each other lose and repeat nothing that was acknowledged', async () => {
  const lives = [1, 2, 3].map(() => new AgentFixture({ journal, cwd }));
  const [first] = lives;
  const sessionId = (await first?.open()) ?? '';
  const done: string[] = [];
  await Promise.all(
    lives.map(async (life, which) => {
      for (let round = 0; round < 8; round += 1) {
        const step = `step-${which}-${round}.`;
        try {
          await life.load(sessionId);
          const { stopReason } = await life.prompt(sessionId, `/plan ${step}`);
          if (stopReason === 'end_turn') done.push(step);
        } catch {
          // Another program owns it now.
        }
      }
    }),
  );
  const { numbers, text } = await kept(sessionId);
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  expect(done.length).toBeGreaterThan(0);
  for (const step of done) expect(text.split(`"text":"/plan ${step}"`)).toHaveLength(2);
  for (const life of lives) await life[Symbol.asyncDispose]();
});
