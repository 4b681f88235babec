/** The rules of context for one turn, proved on the wire; RCTX-02 is with the shapes. */
import type { PromptHandler, Turn } from '@acp-stack/sdk';
import { settled } from '@acp-stack/testing';
import { beforeAll, describe, expect } from 'vitest';

import type { ProgramFixture } from './program-fixture.ts';
import { olderAgent, olderClient } from './version-1.ts';
import { provesOnWire } from './wire-proof.ts';

// It is loaded when the first peer of version 1 is met, which takes longer than a check waits.
beforeAll(() => import('@acp-stack/bridge'));

const prompt = [{ type: 'text', text: 'hello' }];
const marker = 'It rains on the roses.';
const options = { runtimeContext: { limit: 60 } };

/** Answers with what came beside the prompt. */
const reading: PromptHandler = async ({ message, runtimeContext }) => {
  await message.append(runtimeContext.map(({ title, text }) => `${title ?? 'untitled'}: ${text}`).join('; '));
};

/** What an agent of a session said, piece by piece. */
const answers = (updates: readonly Readonly<Record<string, unknown>>[]): readonly unknown[] =>
  updates.map(({ content }) => (content as { readonly text?: string }).text);

describe('context for one turn', () => {
  provesOnWire('RCTX-01', {
    client: async (fixture) => {
      const { tester, open } = await fixture.client();
      const session = await open();
      session.prompt('hello', { runtimeContext: [{ text: marker }] }).then(
        () => undefined,
        () => undefined,
      );
      await settled();
      expect(JSON.stringify(tester.received)).not.toContain(marker);

      const { tester: older, session: other } = await olderAgent(fixture, {
        capabilities: { sessionCapabilities: { runtimeContext: {} } },
      });
      void other.prompt('hello', { runtimeContext: [{ text: marker }] }).then(
        () => undefined,
        () => undefined,
      );
      await settled();
      expect(older.last('session/prompt').params?.['runtimeContext']).toEqual([{ text: marker }]);
    },
  });

  provesOnWire('RCTX-03', {
    agent: async (fixture) => {
      const turns: Turn[] = [];
      const quiet: PromptHandler = (turn) => {
        turns.push(turn);
      };
      const tester = fixture.agent(quiet, { options });
      const sessionId = await tester.open();
      await tester.ask('session/prompt', { sessionId, prompt, runtimeContext: [{ title: marker, text: marker }] });
      await tester.prompt(sessionId);
      const { result } = await tester.ask('session/fork', { sessionId, cwd: '/work' });
      for (const id of [sessionId, String(result?.['sessionId'])])
        await tester.ask('session/resume', { sessionId: id, cwd: '/work', replayFrom: { type: 'start' } });
      expect(tester.updates('user_message').length).toBeGreaterThanOrEqual(6);
      expect(JSON.stringify(tester.received)).not.toContain(marker);
      expect(turns.map((turn) => turn.runtimeContext.length)).toEqual([1, 0]);
      await checkOlderReplay(fixture, quiet);
    },
  });

  provesOnWire('RCTX-04', {
    title: 'it is given to the turn, and what is too much is left out with a note',
    agent: async (fixture) => {
      const tester = fixture.agent(reading, { options });
      const sessionId = await tester.open();
      const runtimeContext = [{ title: 'Weather', text: marker }, { text: 'x'.repeat(100) }];
      await tester.ask('session/prompt', { sessionId, prompt, runtimeContext });
      await settled();
      expect(answers(tester.updates('agent_message_chunk'))).toEqual([
        `Weather: ${marker}; untitled: ${'x'.repeat(31)}\n[69 characters of context were left out here]`,
      ]);
      const { tester: older, sessionId: other } = await olderClient(fixture, reading, { options });
      await older.ask('session/prompt', { sessionId: other, prompt, runtimeContext: [{ title: null, text: marker }] });
      expect(answers(older.updates('agent_message_chunk'))).toEqual([`untitled: ${marker}`]);
    },
  });

  provesOnWire('RCTX-05', {
    agent: async (fixture) => {
      const places: unknown[] = [];
      const tester = fixture.agent(
        ({ session }) => {
          places.push([session.cwd, session.additionalDirectories]);
        },
        { options: { ...options, additionalDirectories: true } },
      );
      const sessionId = await tester.open({}, { additionalDirectories: ['/shed'] });
      const runtimeContext = ['cwd', 'additionalDirectories'].map((title) => ({ title, text: '/elsewhere' }));
      await tester.ask('session/prompt', { sessionId, prompt, runtimeContext });
      await settled();
      const { result } = await tester.ask('session/list', {});
      expect(result?.['sessions']).toMatchObject([{ sessionId, cwd: '/work', additionalDirectories: ['/shed'] }]);
      expect(places).toEqual([['/work', ['/shed']]]);
    },
  });
});

/** A client of version 1 that loads the session is told what the user said, and no more. */
async function checkOlderReplay(fixture: ProgramFixture, onPrompt: PromptHandler): Promise<void> {
  const { tester, sessionId } = await olderClient(fixture, onPrompt, { options });
  await tester.ask('session/prompt', { sessionId, prompt, runtimeContext: [{ text: marker }] });
  await tester.ask('session/load', { sessionId, cwd: '/work', mcpServers: [] });
  expect(tester.updates('user_message_chunk')).toHaveLength(1);
  expect(JSON.stringify(tester.received)).not.toContain(marker);
}
