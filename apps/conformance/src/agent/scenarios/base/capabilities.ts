/** Capabilities: what every agent has, and that it uses only what the client offers. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { fieldsOf, type Fields } from '../../../conversation/message.ts';
import type { AgentScenario } from '../../agent-scenario.ts';
import type { AgentStage } from '../../agent-stage.ts';
import type { Behaviour } from '../../behaviour.ts';
import { describeReply, loginRequired, methodNotFound } from './reactions.ts';

/** What an agent could ask a client for. */
const tempting: readonly Behaviour[] = ['read-file', 'write-file', 'run-command', 'ask-user', 'open-page'];

const link = { type: 'resource_link', name: 'notes', uri: 'file:///notes.txt' };

/** Notes whether a method exists, whatever else it answers. */
async function exists(stage: AgentStage, rule: string, method: string, params: Fields): Promise<Fields> {
  const reply = await (await stage.shared()).request(method, params);
  stage.check(rule, reply.error?.code !== methodNotFound, `${method} ${describeReply(reply)}.`);
  return fieldsOf(reply.result);
}

/** Has a prompt with a link taken in. */
async function promptsWithLink(stage: AgentStage, sessionId: string): Promise<void> {
  const conversation = await stage.shared();
  const run = await stage.prompt(conversation, sessionId, [
    ...stage.blocks('say'),
    { ...link, uri: pathToFileURL(join(stage.folder, 'notes.txt')).href },
  ]);
  stage.check(
    'INIT-17',
    run.reply.error === undefined || run.reply.error.code === loginRequired,
    `A prompt with a resource_link ${describeReply(run.reply)}.`,
  );
}

/** The scenarios about capabilities. */
export const capabilityScenarios: readonly AgentScenario[] = [
  {
    name: 'capabilities/methods-of-version-1',
    about: 'Calls what every agent of version 1 has.',
    versions: [1],
    decides: ['INIT-16', 'INIT-17'],
    run: async (stage) => {
      const params = { cwd: stage.folder, mcpServers: [] };
      await exists(stage, 'INIT-16', 'session/new', params);
      const conversation = await stage.shared();
      const sessionId = await stage.session(conversation);
      await promptsWithLink(stage, sessionId);
      const { reply, since } = await stage.prompt(conversation, sessionId, 'say');
      stage.check('INIT-16', reply.error?.code !== methodNotFound, `session/prompt ${describeReply(reply)}.`);
      const updates = conversation.updates(sessionId, [], since);
      if (reply.error === undefined && updates.length === 0)
        stage.notTested('INIT-16', 'The agent sent no session/update.');
      conversation.notify('session/cancel', { sessionId });
      await conversation.fence();
    },
  },
  {
    name: 'capabilities/methods-of-version-2',
    about: 'Calls what every agent of version 2 with sessions has.',
    versions: [2],
    decides: ['INIT-17', 'INIT-18'],
    needs: (agent) => (agent.offers('session') ? undefined : 'It does not offer sessions.'),
    run: async (stage) => {
      const cwd = stage.folder;
      await exists(stage, 'INIT-18', 'session/new', { cwd, mcpServers: [] });
      const conversation = await stage.shared();
      const sessionId = await stage.session(conversation);
      await exists(stage, 'INIT-18', 'session/list', {});
      await promptsWithLink(stage, sessionId);
      const { reply, updates } = await stage.prompt(conversation, sessionId, 'say');
      stage.check('INIT-18', reply.error?.code !== methodNotFound, `session/prompt ${describeReply(reply)}.`);
      stage.check('INIT-18', reply.error !== undefined || updates.length > 0, 'No session/update came after a prompt.');
      conversation.notify('session/cancel', { sessionId });
      await exists(stage, 'INIT-18', 'session/close', { sessionId });
      await exists(stage, 'INIT-18', 'session/resume', { sessionId, cwd, mcpServers: [] });
    },
  },
  {
    name: 'capabilities/omitted',
    about: 'Connects with no capabilities, and asks for everything that would need one.',
    versions: [1, 2],
    decides: ['INIT-09'],
    run: async (stage) => {
      const conversation = await stage.shared();
      const sessionId = await stage.session(conversation);
      for (const behaviour of tempting) await stage.prompt(conversation, sessionId, behaviour);
      // A request that needs a capability was noted by the check of all messages.
      stage.seen('INIT-09');
    },
  },
  {
    name: 'capabilities/null',
    about: 'Offers to open pages, and null for forms; then asks for a form.',
    versions: [1, 2],
    decides: ['INIT-10'],
    run: async (stage) => {
      const conversation = await stage.shared({ elicitation: { form: null, url: {} } });
      const sessionId = await stage.session(conversation);
      const { since } = await stage.prompt(conversation, sessionId, 'ask-user');
      const forms = conversation
        .requests('elicitation/create', since)
        .filter(({ params }) => fieldsOf(params)['mode'] === 'form');
      stage.check('INIT-10', forms.length === 0, 'The agent sent a form although the capability is null.');
    },
  },
];
