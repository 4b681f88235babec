/**
 * The rules of version 1 that our side keeps: as an agent towards official clients, and as a client towards official
 * agents.
 */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { CapabilityError } from '@acp-stack/sdk';

import { verifies } from '../../requirements/requirement.ts';
import { watchComplaints, closePairs } from '../connected-pair.ts';
import { links } from '../official-stream.ts';
import { pairs } from './pairs.ts';
import type { CustomName } from './script.ts';
import type { Scenario } from './scenario.ts';
import { scenarioNamed, Wire, wiresOf } from './wire.ts';

beforeEach(watchComplaints);
afterEach(closePairs);

/** Asks the client for what only version 1 has. */
const reading: Scenario = {
  name: 'the agent asks for files and terminals',
  agent: {
    work: async (turn) => {
      const params = { sessionId: 'bed-1', path: '/garden/plan.md', command: 'ls' };
      for (const method of ['fs/read_text_file', 'terminal/create']) {
        // The type stands for the custom methods that scenarios are made of.
        await turn.request(method as CustomName, params).catch((error: unknown) => {
          turn.note((error as { readonly code: number }).code);
        });
      }
    },
  },
  act: async (hand) => {
    await hand.prompt(await hand.newSession(), 'Read');
  },
  expected: {},
};

for (const pair of pairs.filter(({ client }) => client === 1)) {
  for (const { name, open } of links) {
    describe(`towards a client of version 1: ${pair.name}, ${name}`, () => {
      const play = async (scenario: string): Promise<Wire> =>
        (await wiresOf(pair, scenarioNamed(scenario), open)).client;

      test(verifies('INIT-05', 'version 1 is answered with version 1'), async () => {
        const wire = await play('the agent introduces itself');
        expect(wire.answers('initialize')).toMatchObject([{ result: { protocolVersion: 1 } }]);
      });

      test(verifies('INIT-03', 'the agent says who it is'), async () => {
        const wire = await play('the agent introduces itself');
        expect(wire.answers('initialize')).toMatchObject([
          { result: { agentInfo: { name: 'gardener', title: 'The gardener', version: '1.0.0' } } },
        ]);
      });

      test(verifies('TURN-02', 'a turn ends with the answer to its prompt, which says why'), async () => {
        const wire = await play('prompts follow each other in one session, and in two');
        const answer = { result: { stopReason: 'end_turn' } };
        expect(wire.answers('session/prompt')).toMatchObject([answer, answer, answer]);
      });

      test(verifies('TURN-03', 'everything of a turn is said before the answer to its prompt'), async () => {
        const { order } = await play('a tool call from its beginning to its end');
        const begin = order.indexOf('session/prompt');
        expect(order.at(-1)).toBe('answer to session/prompt');
        expect(order.slice(begin + 1, -1).every((each) => each.startsWith('tool_call'))).toBe(true);
      });

      test.each(['max_tokens', 'max_turn_requests', 'refusal'])(
        verifies('TURN-04', 'a turn may end with %s'),
        async (stopReason) => {
          const wire = await play(`a turn that ends with ${stopReason}`);
          expect(wire.answers('session/prompt')).toMatchObject([{ result: { stopReason } }]);
        },
      );

      test(verifies('TURN-05', 'chunks of one message have one id, those of another have another'), async () => {
        const wire = await play('messages with ids grow side by side');
        const [roses, lilies, areRed, areWhite] = wire
          .updatesOf('agent_message_chunk')
          .map(({ messageId }) => messageId);
        expect(roses).toEqual(expect.any(String));
        expect([areRed, areWhite]).toEqual([roses, lilies]);
        expect(roses).not.toBe(lilies);
      });

      test(verifies('TURN-09', 'the answer to a prompt says what the turn has used'), async () => {
        const wire = await play('a turn says what it has used');
        expect(wire.answers('session/prompt')).toMatchObject([
          { result: { usage: { totalTokens: 30, inputTokens: 10, outputTokens: 20 } } },
        ]);
      });

      test(verifies('CANCEL-05', 'a cancelled prompt is answered so, although the work was aborted'), async () => {
        const wire = await play('work is cancelled after it has begun');
        expect(wire.answers('session/prompt')).toMatchObject([{ result: { stopReason: 'cancelled' } }]);
      });

      test(verifies('CANCEL-07', 'what is said after a cancel comes before the answer to the prompt'), async () => {
        const { order } = await play('what the agent still says after a cancel is seen');
        expect(order.slice(order.indexOf('session/cancel'))).toEqual([
          'session/cancel',
          'agent_message_chunk',
          'answer to session/prompt',
        ]);
      });

      test(verifies('TOOL-04', 'the content of a tool call is sent as a whole'), async () => {
        const wire = await play('a tool call whose output arrives in pieces');
        const shown = wire
          .updatesOf('tool_call_update')
          .flatMap(({ content }) => (content === undefined ? [] : [content]));
        expect(shown.at(-1)).toEqual(
          ['a puddle', 'a lake'].map((text) => ({ type: 'content', content: { type: 'text', text } })),
        );
      });

      test(
        verifies('TOOL-09', 'a change of a file has its whole path and both texts, a new file only one'),
        async () => {
          const wire = await play('changes of files');
          const shown = wire.updates.findLast(({ content }) => content !== undefined)?.['content'];
          expect(shown).toEqual([
            { type: 'diff', path: '/garden/roses.md', oldText: 'red\nwilted\nwhite\n', newText: 'red\nwhite\n' },
            { type: 'diff', path: '/garden/lilies.md', oldText: null, newText: 'white\n' },
          ]);
        },
      );

      test(verifies('SETUP-23', 'a session comes with its settings, and with its modes'), async () => {
        const wire = await play('settings are shown and set');
        expect(wire.answers('session/new')).toMatchObject([
          {
            result: {
              modes: { currentModeId: 'look' },
              configOptions: [{ id: 'mode' }, { id: 'model' }, { id: 'tidy', type: 'boolean' }],
            },
          },
        ]);
      });

      test(verifies('CFG-08', 'a client that knows no switches gets none'), async () => {
        const wire = await play('a client of version 1 that knows no switches sees the other settings');
        expect(JSON.stringify(wire.messages)).not.toContain('"boolean"');
      });

      test(verifies('NOTICE-01', 'a client that knows no notices gets none'), async () => {
        const wire = await play('a client of version 1 that knows no notices reads them as messages');
        expect(wire.updatesOf('notice')).toEqual([]);
      });

      test(verifies('PLAN-03', 'a client that knows one plan gets it as the plan'), async () => {
        const wire = await play('a plan is replaced as a whole');
        expect(new Set(wire.updates.map(({ sessionUpdate }) => sessionUpdate))).toEqual(new Set(['plan']));
      });

      test(
        verifies('MODE-02', verifies('MODE-04', 'a mode that the agent changes is told as mode and as option')),
        async () => {
          const wire = await play('the agent changes its mode and a setting');
          expect(wire.updatesOf('current_mode_update')).toMatchObject([{ currentModeId: 'dig' }]);
          expect(wire.updatesOf('config_option_update').at(-1)).toMatchObject({
            configOptions: [
              { id: 'mode', currentValue: 'dig' },
              { id: 'model', currentValue: 'big' },
            ],
          });
        },
      );

      test(verifies('MODE-03', 'a mode that there is not is refused'), async () => {
        const wire = await play('modes are all that an agent has');
        expect(wire.answers('session/set_mode')).toMatchObject([{ result: {} }, { error: { code: -32_602 } }]);
      });

      test(
        verifies('SETUP-11', verifies('SETUP-12', 'a session that is loaded is told before the answer')),
        async () => {
          const { order } = await play('a session is loaded with its history');
          const replay = order.slice(order.indexOf('session/load') + 1, order.indexOf('answer to session/load'));
          const turn = ['user_message_chunk', 'agent_thought_chunk', 'tool_call', 'agent_message_chunk'];
          expect(replay.filter((each) => each !== 'tool_call_update')).toEqual([...turn, ...turn]);
        },
      );

      test(
        verifies('AUTH-05', verifies('AUTH-07', 'sessions need a login, before it and after the logout')),
        async () => {
          const wire = await play('sessions are for those who have logged in');
          const refused = { error: { code: -32_000 } };
          expect(wire.answers('session/new')).toMatchObject([refused, { result: {} }, refused]);
          expect(wire.answers('initialize')).toMatchObject([
            { result: { authMethods: [{ id: 'key' }], agentCapabilities: { auth: { logout: {} } } } },
          ]);
        },
      );

      test(verifies('CMD-01', 'commands are told once the session is there, and replaced as a whole'), async () => {
        const wire = await play('commands come with the session and change later');
        const told = wire.updatesOf('available_commands_update').map(({ availableCommands }) => availableCommands);
        expect(told).toEqual([
          [
            { name: 'dig', description: 'Digs a hole', input: { hint: 'how deep' } },
            { name: 'rest', description: 'Takes a break' },
          ],
          [{ name: 'dig', description: 'Digs a hole', input: { hint: 'how deep' } }],
        ]);
        expect(wire.order.indexOf('available_commands_update')).toBeGreaterThan(
          wire.order.indexOf('answer to session/new'),
        );
      });
    });
  }
}

for (const pair of pairs.filter(({ agent }) => agent === 1)) {
  for (const { name, open } of links) {
    describe(`towards an agent of version 1: ${pair.name}, ${name}`, () => {
      const play = async (scenario: string): Promise<Wire> =>
        (await wiresOf(pair, scenarioNamed(scenario), open)).agent;

      test(verifies('INIT-03', 'the client says who it is'), async () => {
        const wire = await play('the agent introduces itself');
        expect(wire.calls('initialize')).toMatchObject([{ clientInfo: { name: 'visitor', version: '1.0.0' } }]);
      });

      test(
        verifies('CANCEL-03', verifies('PERM-04', 'a question of cancelled work is answered with cancelled')),
        async () => {
          const wire = await play('work is cancelled while a question waits');
          expect(wire.answers('session/request_permission')).toMatchObject([
            { result: { outcome: { outcome: 'cancelled' } } },
          ]);
          const { order } = wire;
          expect(order.indexOf('session/cancel')).toBeLessThan(order.indexOf('answer to session/prompt'));
        },
      );

      test(
        verifies('FS-08', verifies('TERM-12', 'files and terminals are not offered, and refused all the same')),
        async () => {
          const { agent, client } = await wiresOf(pair, reading, open);
          const [{ clientCapabilities }] = agent.calls('initialize') as [{ readonly clientCapabilities: object }];
          expect(clientCapabilities).not.toMatchObject({ fs: { readTextFile: true } });
          expect(clientCapabilities).not.toMatchObject({ terminal: true });
          for (const method of ['fs/read_text_file', 'terminal/create']) {
            expect(agent.answers(method)).toMatchObject([{ error: { code: -32_601 } }]);
            expect(
              client.messages.filter((message) => message.method === method && message.direction === 'out'),
            ).toEqual([]);
          }
        },
      );

      test(verifies('SETUP-05', 'a server that the agent starts has no type'), async () => {
        const wire = await play('the agent learns who the client is, and which servers to start');
        expect(wire.calls('session/new')).toEqual([
          {
            cwd: '/garden',
            mcpServers: [
              { name: 'tools', command: '/bin/tools', args: ['--all'], env: [{ name: 'SHED', value: 'open' }] },
            ],
          },
        ]);
      });

      test(verifies('SETUP-11', 'a session whose history is wanted is loaded, another one is resumed'), async () => {
        const loaded = await play('a session is loaded with its history');
        expect([loaded.calls('session/load').length, loaded.calls('session/resume').length]).toEqual([1, 0]);
        const resumed = await play('a session is resumed without its history');
        expect([resumed.calls('session/load').length, resumed.calls('session/resume').length]).toEqual([0, 1]);
      });

      test(
        verifies('MODE-01', 'a mode is set as a setting where there are settings, and as a mode where not'),
        async () => {
          const both = await play('a mode is set among other settings');
          expect([both.calls('session/set_mode').length, both.calls('session/set_config_option').length]).toEqual([
            0, 1,
          ]);
          const modes = await play('modes are all that an agent has');
          expect(modes.calls('session/set_mode')).toMatchObject([{ modeId: 'dig' }]);
        },
      );

      test(verifies('CFG-09', 'a switch is set with its type, a choice without'), async () => {
        const wire = await play('settings are shown and set');
        expect(wire.calls('session/set_config_option')).toEqual([
          { sessionId: 'bed-1', configId: 'model', value: 'big' },
          { sessionId: 'bed-1', configId: 'tidy', type: 'boolean', value: true },
        ]);
      });
    });
  }
}

describe.each(links)('our client at an agent of version 1 that takes text alone, $name', ({ open }) => {
  const scenario = scenarioNamed('an agent of version 1 that can do little serves as well');
  const pair = pairs.find(({ name }) => name === 'the official agent of version 1 and our client');

  test(verifies('TURN-01', 'does not send a prompt that the agent does not take'), async () => {
    if (pair === undefined) throw new Error('there is no such pair');
    using performance = await pair.play(scenario, open);
    const { hand, wires } = performance;
    const session = await hand.newSession();
    const image = { type: 'image', data: '', mimeType: 'image/png' } as const;
    await expect(hand.prompt(session, [image])).rejects.toBeInstanceOf(CapabilityError);
    expect(new Wire(wires.agent).calls('session/prompt')).toEqual([]);
  });
});
