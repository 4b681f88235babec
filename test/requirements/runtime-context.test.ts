/** The rules of context for one turn, proved on the wire; RCTX-02 is with the shapes. */
import type { PromptHandler, Turn } from '@acp-stack/sdk';
import { settled } from '@acp-stack/testing';
import { beforeAll, describe, expect } from 'vitest';

import type { Stand } from './stand.ts';
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
    client: async (stand) => {
      const { judge, open } = await stand.client();
      const session = await open();
      session.prompt('hello', { runtimeContext: [{ text: marker }] }).then(
        () => undefined,
        () => undefined,
      );
      await settled();
      expect(JSON.stringify(judge.received)).not.toContain(marker);

      const { judge: older, session: other } = await olderAgent(stand, {
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
    agent: async (stand) => {
      const turns: Turn[] = [];
      const quiet: PromptHandler = (turn) => {
        turns.push(turn);
      };
      const judge = stand.agent(quiet, { options });
      const sessionId = await judge.open();
      await judge.ask('session/prompt', { sessionId, prompt, runtimeContext: [{ title: marker, text: marker }] });
      await judge.prompt(sessionId);
      const { result } = await judge.ask('session/fork', { sessionId, cwd: '/work' });
      for (const id of [sessionId, String(result?.['sessionId'])])
        await judge.ask('session/resume', { sessionId: id, cwd: '/work', replayFrom: { type: 'start' } });
      expect(judge.updates('user_message').length).toBeGreaterThanOrEqual(6);
      expect(JSON.stringify(judge.received)).not.toContain(marker);
      expect(turns.map((turn) => turn.runtimeContext.length)).toEqual([1, 0]);
      await checkOlderReplay(stand, quiet);
    },
  });

  provesOnWire('RCTX-04', {
    title: 'it is given to the turn, and what is too much is left out with a note',
    agent: async (stand) => {
      const judge = stand.agent(reading, { options });
      const sessionId = await judge.open();
      const runtimeContext = [{ title: 'Weather', text: marker }, { text: 'x'.repeat(100) }];
      await judge.ask('session/prompt', { sessionId, prompt, runtimeContext });
      await settled();
      expect(answers(judge.updates('agent_message_chunk'))).toEqual([
        `Weather: ${marker}; untitled: ${'x'.repeat(31)}\n[69 characters of context were left out here]`,
      ]);
      const { judge: older, sessionId: other } = await olderClient(stand, reading, { options });
      await older.ask('session/prompt', { sessionId: other, prompt, runtimeContext: [{ title: null, text: marker }] });
      expect(answers(older.updates('agent_message_chunk'))).toEqual([`untitled: ${marker}`]);
    },
  });

  provesOnWire('RCTX-05', {
    agent: async (stand) => {
      const places: unknown[] = [];
      const judge = stand.agent(
        ({ session }) => {
          places.push([session.cwd, session.additionalDirectories]);
        },
        { options: { ...options, additionalDirectories: true } },
      );
      const sessionId = await judge.open({}, { additionalDirectories: ['/shed'] });
      const runtimeContext = ['cwd', 'additionalDirectories'].map((title) => ({ title, text: '/elsewhere' }));
      await judge.ask('session/prompt', { sessionId, prompt, runtimeContext });
      await settled();
      const { result } = await judge.ask('session/list', {});
      expect(result?.['sessions']).toMatchObject([{ sessionId, cwd: '/work', additionalDirectories: ['/shed'] }]);
      expect(places).toEqual([['/work', ['/shed']]]);
    },
  });
});

/** A client of version 1 that loads the session is told what the user said, and no more. */
async function checkOlderReplay(stand: Stand, onPrompt: PromptHandler): Promise<void> {
  const { judge, sessionId } = await olderClient(stand, onPrompt, { options });
  await judge.ask('session/prompt', { sessionId, prompt, runtimeContext: [{ text: marker }] });
  await judge.ask('session/load', { sessionId, cwd: '/work', mcpServers: [] });
  expect(judge.updates('user_message_chunk')).toHaveLength(1);
  expect(JSON.stringify(judge.received)).not.toContain(marker);
}
