/** How sessions are opened: their ids, their working directory, and what is refused. */
import { relativeFolders } from '../../../check/relative-folders.ts';
import type { Conversation } from '../../../conversation/conversation.ts';
import { fieldsOf, isFields, type Fields } from '../../../conversation/message.ts';
import type { AgentFacts } from '../../agent-facts.ts';
import type { AgentScenario } from '../../agent-scenario.ts';
import type { AgentStage } from '../../agent-stage.ts';
import { describeReply, invalidParams, isRefused, notFound } from '../../sessions/describe-reply.ts';
import { countSessions } from '../../sessions/listed-sessions.ts';

/** Opens sessions with params that are wrong, and notes those that are opened. */
async function checkRefused(stage: AgentStage, rule: string, attempts: readonly Fields[]): Promise<void> {
  const conversation = await stage.shared();
  for (const attempt of attempts) {
    const reply = await conversation.request('session/new', { cwd: stage.folder, mcpServers: [], ...attempt });
    stage.check(
      rule,
      isRefused(reply, invalidParams),
      `session/new with ${JSON.stringify(attempt)} ${describeReply(reply)}; it has to be refused with ${invalidParams}.`,
    );
  }
}

/** The requests that name a session, which an agent has. */
const naming = (agent: AgentFacts, sessionId: string, cwd: string): readonly (readonly [string, Fields])[] => {
  const reopening = { sessionId, cwd, mcpServers: [] };
  return [
    ['session/prompt', { sessionId, prompt: [{ type: 'text', text: 'Hello.' }] }],
    ...(agent.has('load') ? ([['session/load', reopening]] as const) : []),
    ...(agent.has('resume') ? ([['session/resume', reopening]] as const) : []),
    ...(agent.has('fork') ? ([['session/fork', reopening]] as const) : []),
  ];
};

async function checkUnknown(stage: AgentStage, conversation: Conversation): Promise<void> {
  const sessionId = 'conformance-unknown';
  for (const [method, params] of naming(stage.agent, sessionId, stage.folder)) {
    const reply = await conversation.request(method, params);
    const named = fieldsOf(reply.error?.data)['sessionId'];
    const data = reply.error === undefined ? '' : `, with data.sessionId ${JSON.stringify(named)}`;
    stage.check(
      'SETUP-22',
      isRefused(reply, notFound) && named === sessionId,
      `${method} of an unknown session ${describeReply(reply)}${data}.`,
    );
  }
}

/** The scenarios about new sessions. */
export const sessionSetupScenarios: readonly AgentScenario[] = [
  {
    name: 'sessions/new',
    about: 'Opens sessions, with good and with bad params, and names one that does not exist.',
    versions: [1, 2],
    decides: ['SETUP-01', 'SETUP-02', 'SETUP-22', 'SETUP-24'],
    run: async (stage) => {
      const conversation = await stage.shared();
      const ids = [await stage.session(conversation), await stage.session(conversation)];
      stage.check(
        'SETUP-01',
        ids[0] !== '' && ids[0] !== ids[1],
        `Two new sessions have the ids ${JSON.stringify(ids)}.`,
      );
      await checkRefused(
        stage,
        'SETUP-02',
        relativeFolders.map((cwd) => ({ cwd })),
      );
      const empty = await conversation.request('session/new', { cwd: stage.folder, mcpServers: null });
      stage.check('SETUP-24', empty.error === undefined, `session/new with mcpServers null ${describeReply(empty)}.`);
      await checkUnknown(stage, conversation);
    },
  },
  {
    name: 'sessions/mcp-transports',
    about: 'Opens sessions with MCP servers on transports that the agent does not have.',
    versions: [2],
    decides: ['SETUP-07', 'SETUP-27'],
    run: async (stage) => {
      await stage.session(await stage.shared());
      const untyped = { name: 'files', command: process.execPath, args: ['--version'], env: [] };
      const pigeon = { type: '_conformance', name: 'pigeon' };
      const http = { type: 'http', name: 'web', url: 'http://127.0.0.1:9/mcp', headers: [] };
      const { mcp } = stage.agent.session;
      const transports = fieldsOf(mcp);
      await checkRefused(stage, 'SETUP-07', [
        { mcpServers: [untyped] },
        { mcpServers: [pigeon] },
        ...(isFields(transports['http']) ? [] : [{ mcpServers: [http] }]),
      ]);
      stage.check('SETUP-27', !('sse' in transports), 'initialize offers sse in session.mcp.');
      const old = { type: 'sse', name: 'old', url: 'http://127.0.0.1:9/sse', headers: [] };
      await checkRefused(stage, 'SETUP-27', [{ mcpServers: [old] }]);
    },
  },
  {
    name: 'sessions/http-mcp-servers',
    about: 'Looks whether the agent reaches MCP servers over HTTP.',
    versions: [1],
    decides: ['SETUP-09'],
    run: (stage) => {
      const { mcpCapabilities } = stage.agent.capabilities;
      const { http } = fieldsOf(mcpCapabilities);
      stage.check('SETUP-09', http === true, `mcpCapabilities.http is ${JSON.stringify(http)}.`);
      return Promise.resolve();
    },
  },
  {
    name: 'sessions/system-prompt',
    about: 'Opens sessions with instructions of the client, in modes that the agent has and has not.',
    versions: [1, 2],
    decides: ['SETUP-25'],
    needs: (agent) => (agent.offersInSession('systemPrompt') ? undefined : 'It does not offer systemPrompt.'),
    run: async (stage) => {
      const conversation = await stage.shared();
      await stage.session(conversation);
      const before = await countSessions(stage, conversation);
      const content = [{ type: 'text', text: 'Be brief.' }];
      const append = { cwd: stage.folder, mcpServers: [], systemPrompt: { mode: 'append', content } };
      const canOverride = stage.agent.offersInSession('systemPrompt.mode.override');
      for (const mode of ['_conformance', ...(canOverride ? [] : ['override'])]) {
        const reply = await conversation.request('session/new', {
          cwd: stage.folder,
          mcpServers: [],
          systemPrompt: { mode, content },
        });
        stage.check('SETUP-25', reply.error !== undefined, `A system prompt with the mode ${mode} was accepted.`);
      }
      const created = (await countSessions(stage, conversation)) - before;
      stage.check('SETUP-25', created === 0, `Refused requests have created ${created} sessions.`);
      const reply = await conversation.request('session/new', append);
      stage.check('SETUP-25', reply.error === undefined, `A system prompt to append ${describeReply(reply)}.`);
    },
  },
];
