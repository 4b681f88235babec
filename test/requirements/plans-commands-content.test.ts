/** The rules of plans, slash commands and content, proved on the wire; those of version 1 are with it. */
import type { AgentSession, PromptHandler } from '@acp-stack/sdk';
import { settled } from '@acp-stack/testing';
import { modelServer } from '@acp-stack/testing/model-server';
import { describe, expect } from 'vitest';

import { attachmentBlock } from '../../apps/cli/src/commands/exec/read-prompt.ts';
import { bundledAgent, folderOf, openBundled, say } from './bundled-agent.ts';
import { isOver, replying, type ProgramFixture } from './program-fixture.ts';
import type { Fields, WireTester } from './wire-tester.ts';
import { provesOnWire } from './wire-proof.ts';

const image = { type: 'image', data: 'aGk=', mimeType: 'image/png' } as const;

/** An agent with an open session. */
async function sessional(fixture: ProgramFixture): Promise<{ tester: WireTester; sessions: AgentSession[] }> {
  const sessions: AgentSession[] = [];
  const tester = fixture.agent(replying, { build: (app) => app.onSession((session) => void sessions.push(session)) });
  await tester.open();
  return { tester, sessions };
}

/** What an agent that was given a prompt says about plans; what it is not let say is its own business. */
async function planned(fixture: ProgramFixture, onPrompt: PromptHandler): Promise<readonly Fields[]> {
  const tester = fixture.agent(onPrompt, { onReport: () => undefined });
  await tester.prompt(await tester.open());
  return tester.updates('plan_update').map((update) => update['plan'] as Fields);
}

const entry = (content: string, status: 'pending' | 'completed') => ({ content, priority: 'high', status }) as const;

describe('plans, commands and content', () => {
  provesOnWire('PLAN-01', {
    title: 'a plan that the model of the bundled agent makes is reported',
    agent: async (fixture) => {
      const entries = [{ content: 'Dig', priority: 'high', status: 'pending' }];
      await using server = await modelServer({
        turns: [{ toolCalls: [{ name: 'plan', input: { entries } }] }, { text: 'Done.' }],
        models: ['oracle'],
      });
      using home = folderOf({});
      const tester = bundledAgent(fixture, server.url);
      const sessionId = await openBundled(tester, { cwd: home.path });
      expect(await say(tester, sessionId, 'Make a plan.')).toContain('Done.');
      expect(tester.updates('plan_update')).toMatchObject([{ plan: { type: 'items', entries } }]);
    },
  });

  provesOnWire('PLAN-02', {
    agent: async (fixture) => {
      const plans = await planned(fixture, async (turn) => {
        await turn.plan([entry('Read', 'pending'), entry('Write', 'pending')]);
        await turn.plan([entry('Read', 'completed'), entry('Write', 'pending')]);
      });
      expect(plans.map(({ entries }) => entries)).toEqual([
        [entry('Read', 'pending'), entry('Write', 'pending')],
        [entry('Read', 'completed'), entry('Write', 'pending')],
      ]);
    },
  });

  provesOnWire('PLAN-04', {
    agent: async (fixture) => {
      const plans = await planned(fixture, async (turn) => {
        await turn.plan([entry('Read', 'pending')]);
        await turn.plan([entry('Write', 'pending')], 'second');
      });
      expect(plans.map(({ planId }) => planId)).toEqual(['main', 'second']);
    },
  });

  provesOnWire('PLAN-06', {
    agent: async (fixture) => {
      const plans = await planned(fixture, async ({ session }) => {
        for (const uri of ['plan.md', '/work/plan.md', 'file:///work/plan.md'])
          await session
            .update({ sessionUpdate: 'plan_update', plan: { type: 'file', planId: 'main', uri } })
            .catch(() => undefined);
      });
      expect(plans.map(({ uri }) => uri)).toEqual(['file:///work/plan.md']);
    },
  });

  provesOnWire('CMD-03', {
    agent: async (fixture) => {
      const { tester, sessions } = await sessional(fixture);
      const offer = async (...names: readonly string[]): Promise<void> => {
        try {
          sessions[0]?.setCommands(names.map((name) => ({ type: 'command', name, description: 'Does it' })));
        } catch {
          // The program is told; the client never hears of it.
        }
        await settled();
      };
      for (const names of [['two words'], ['/slash'], ['twice', 'twice'], ['find', 'fix']]) await offer(...names);
      const offered = tester.updates('available_commands_update').map((update) => update['availableCommands']);
      expect(offered).toMatchObject([[{ name: 'find' }, { name: 'fix' }]]);
    },
  });

  provesOnWire('CMD-04', {
    agent: async (fixture) => {
      const { tester, sessions } = await sessional(fixture);
      const input = { type: 'text', hint: 'what to look for' } as const;
      const availableCommands = [{ type: 'command', name: 'find', description: 'Finds things', input }] as const;
      sessions[0]?.setCommands(availableCommands);
      await settled();
      expect(tester.updates('available_commands_update')).toMatchObject([{ availableCommands }]);
    },
  });

  const annotated = [
    { type: 'text', text: 'hello', annotations: { audience: ['user'], priority: 0.5 } },
    { type: 'resource_link', uri: 'file:///work/a', name: 'a', annotations: { lastModified: '2026-01-01T00:00:00Z' } },
  ] as const;

  provesOnWire('CONT-02', {
    agent: async (fixture) => {
      const tester = fixture.agent(async ({ message }) => {
        for (const block of annotated) await message.append(block);
      });
      await tester.prompt(await tester.open());
      expect(tester.updates('agent_message_chunk').map(({ content }) => content)).toEqual(annotated);
    },
    client: async (fixture) => {
      const { tester, open } = await fixture.client();
      const session = await open();
      await isOver(session.prompt(annotated));
      expect(tester.last('session/prompt').params?.['prompt']).toEqual(annotated);
    },
  });

  provesOnWire('CONT-03', {
    title: 'what is in a file is sent where the agent takes that, and its address where not',
    client: async (fixture) => {
      const given = { path: '/work/rose.md', bytes: Buffer.from('A rose is red.') };
      const sent = async (capabilities: object): Promise<unknown> => {
        const { tester, connection, open } = await fixture.client({ capabilities });
        const session = await open();
        const options = { supports: (path: string) => connection.supports(path), warn: () => undefined };
        await isOver(session.prompt([await attachmentBlock(given, options)]));
        return tester.last('session/prompt').params?.['prompt'];
      };
      const uri = 'file:///work/rose.md';
      expect(await sent({ session: { prompt: { embeddedContext: {} } } })).toEqual([
        { type: 'resource', resource: { uri, text: 'A rose is red.' } },
      ]);
      expect(await sent({ session: {} })).toEqual([{ type: 'resource_link', uri, name: 'rose.md' }]);
    },
  });

  provesOnWire('CONT-01', {
    agent: async (fixture) => {
      const tester = fixture.agent(replying, { options: { accepts: ['audio'] } });
      const sessionId = await tester.open();
      expect((await tester.prompt(sessionId, [image])).error?.code).toBe(-32_602);
      const audio = { type: 'audio', data: 'aGk=', mimeType: 'audio/wav' };
      expect(await tester.prompt(sessionId, [audio])).toHaveProperty('result');
    },
    client: async (fixture) => {
      const { tester, open } = await fixture.client({ capabilities: { session: { prompt: { audio: {} } } } });
      const session = await open();
      await isOver(session.prompt([image]));
      expect(tester.all('session/prompt')).toEqual([]);
    },
  });
});
