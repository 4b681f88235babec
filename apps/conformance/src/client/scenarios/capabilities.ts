/** A client uses only what the agent offers: everything is offered, nothing, or markers that are null. */
import { isAbsolute } from 'node:path';

import { fieldsOf, isFields, type Fields } from '../../conversation/message.ts';
import type { AgentDialect } from '../agent-dialect.ts';
import type { ClientPlay } from '../client-play.ts';
import type { ClientScenario } from '../client-scenario.ts';
import type { ClientStage } from '../client-stage.ts';

const listOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : []);

/** The rule about each method that needs an offer; a name that ends with a slash stands for all that begin with it. */
const methodRules: Readonly<Record<string, readonly string[]>> = {
  'AUTH-06': ['logout'],
  'AUTH-09': ['auth/login', 'auth/logout'],
  'AUTH-18': ['auth/status'],
  'SETUP-10': ['session/load'],
  'SETUP-13': ['session/resume'],
  'LIST-01': ['session/list'],
  'DEL-01': ['session/delete'],
  'CLOSE-01': ['session/close'],
  'FORK-01': ['session/fork'],
  'INJ-01': ['session/inject', 'session/revoke_inject', 'session/replace_inject'],
  'PROV-01': ['providers/'],
  'NES-01': ['nes/', 'document/'],
  'MODE-05': ['session/set_mode'],
  'TOOL-19': ['tool_call/cancel', 'terminal/cancel'],
};

const isCalled = (method: string, name: string): boolean =>
  name.endsWith('/') ? method.startsWith(name) : method === name;

/** Methods that need a capability of the agent, which it does not offer. */
function unoffered(play: ClientPlay, { methods }: AgentDialect, capabilities: Fields): readonly string[] {
  const offers = (path: string): boolean => {
    let value: unknown = capabilities;
    for (const step of path.split('.')) value = fieldsOf(value)[step];
    return isFields(value) || value === true;
  };
  return play.methods.filter((method) => {
    const gate = methods[method]?.gate;
    return gate?.kind === 'capability' && gate.side === 'agent' && !gate.paths.some(offers);
  });
}

/** Runs the client until its prompt is answered and it has left. */
async function wholeRun(stage: ClientStage, capabilities: Fields): Promise<ClientPlay> {
  const play = await stage.prompted({ capabilities });
  play.finish();
  await play.left();
  return play;
}

/** What a session or a prompt carries that the agent did not offer to take. */
function checkParams(stage: ClientStage, play: ClientPlay): void {
  const opened = play.params('session/new');
  const roots = opened['additionalDirectories'];
  stage.check(
    'DIRS-01',
    roots === undefined || (Array.isArray(roots) && roots.length === 0),
    `session/new has the additionalDirectories ${JSON.stringify(roots)}.`,
  );
  stage.check('SETUP-25', !isFields(opened['systemPrompt']), 'session/new has a systemPrompt.');
  const types = listOf(opened['mcpServers']).map(({ type }) => (typeof type === 'string' ? type : 'stdio'));
  const remote = types.filter((type) => type === 'http' || type === 'sse');
  stage.check('SETUP-06', remote.length === 0, `session/new has MCP servers of the types ${remote.join(', ')}.`);
  stage.check('SETUP-07', types.length === 0, `session/new has MCP servers of the types ${types.join(', ')}.`);
  stage.check('MCP-01', !types.includes('acp'), 'session/new has MCP servers of the type acp.');
  const prompt = play.params('session/prompt');
  const blocks = listOf(prompt['prompt']).map(({ type }) => String(type));
  const more = blocks.filter((type) => ['image', 'audio', 'resource'].includes(type));
  for (const rule of ['TURN-01', 'CONT-01'])
    stage.check(rule, more.length === 0, `session/prompt has blocks of the types ${more.join(', ')}.`);
  stage.check('RCTX-01', prompt['runtimeContext'] === undefined, 'session/prompt has a runtimeContext.');
}

/** The scenarios about capabilities. */
export const capabilityScenarios: readonly ClientScenario[] = [
  {
    name: 'capabilities/nothing',
    about: 'Offers nothing but sessions, and looks at what the client uses all the same.',
    versions: [1, 2],
    decides: [
      ...Object.keys(methodRules),
      'INIT-09',
      'DIRS-01',
      'SETUP-25',
      'SETUP-06',
      'SETUP-07',
      'MCP-01',
      'TURN-01',
      'CONT-01',
      'RCTX-01',
    ],
    run: async (stage) => {
      const { nothing } = stage.dialect;
      const play = await wholeRun(stage, nothing);
      for (const [rule, methods] of Object.entries(methodRules)) {
        const called = play.methods.filter((method) => methods.some((name) => isCalled(method, name)));
        stage.check(rule, called.length === 0, `It called ${called.join(', ')}, which was not offered.`);
      }
      const all = unoffered(play, stage.dialect, nothing);
      stage.check('INIT-09', all.length === 0, `It called ${all.join(', ')}, which was not offered.`);
      checkParams(stage, play);
    },
  },
  {
    name: 'capabilities/null-markers',
    about: 'Offers nothing by markers that are null, and looks at what the client uses all the same.',
    versions: [1, 2],
    decides: ['INIT-10'],
    run: async (stage) => {
      const { nulls } = stage.dialect;
      const capabilities = { ...nulls, ...(isFields(nulls['session']) ? { session: nulls['session'] } : {}) };
      const play = await wholeRun(stage, capabilities);
      const all = unoffered(play, stage.dialect, capabilities);
      stage.check('INIT-10', all.length === 0, `It called ${all.join(', ')}, whose markers are null.`);
    },
  },
  {
    name: 'capabilities/no-sessions',
    about: 'Offers no sessions, and looks whether the client opens one.',
    versions: [2],
    decides: ['INIT-19'],
    run: async (stage) => {
      const play = await stage.start({ capabilities: {} });
      await play.called('initialize');
      await stage.stays(play);
      const called = play.methods.filter((method) => method.startsWith('session/'));
      stage.check('INIT-19', called.length === 0, `It called ${called.join(', ')}.`);
    },
  },
  {
    name: 'capabilities/everything',
    about: 'Offers everything, and looks at what the client sends then.',
    versions: [1, 2],
    decides: ['INIT-11', 'DIRS-02', 'DIRS-08', 'SETUP-05', 'SETUP-27', 'MCP-02', 'RCTX-02', 'CONT-03', 'LIST-05'],
    run: async (stage) => {
      const { everything } = stage.dialect;
      const play = await stage.start({ capabilities: everything });
      let isPrompted = true;
      try {
        await play.called('session/prompt');
      } catch (error) {
        isPrompted = false;
        stage.check(
          'INIT-11',
          false,
          `It sends no prompt to an agent that offers everything: ${(error as Error).message}`,
        );
      }
      play.finish();
      await play.left();
      if (!isPrompted) return;
      stage.check('INIT-11', true, '');
      checkRoots(stage, play);
      checkServers(stage, play);
      checkPrompt(stage, play);
      const { cwd } = play.params('session/list');
      if (cwd === undefined) stage.notTested('LIST-05', 'It does not ask for the sessions of a folder.');
      else
        stage.check(
          'LIST-05',
          typeof cwd === 'string' && isAbsolute(cwd),
          `It lists the sessions of ${JSON.stringify(cwd)}.`,
        );
    },
  },
];

function checkRoots(stage: ClientStage, play: ClientPlay): void {
  const { additionalDirectories: roots, cwd } = play.params('session/new');
  if (!Array.isArray(roots) || roots.length === 0) {
    for (const rule of ['DIRS-02', 'DIRS-08']) stage.notTested(rule, 'It names no additional directories.');
    return;
  }
  const bad = roots.filter((root) => typeof root !== 'string' || !isAbsolute(root)) as unknown[];
  stage.check('DIRS-02', bad.length === 0, `It names the directory ${JSON.stringify(bad[0])}.`);
  const isTwice = new Set(roots).size < roots.length || roots.includes(cwd);
  stage.check('DIRS-08', !isTwice, `It names the directories ${JSON.stringify(roots)} besides ${JSON.stringify(cwd)}.`);
}

function checkServers(stage: ClientStage, play: ClientPlay): void {
  const servers = listOf(play.params('session/new')['mcpServers']);
  const commands = servers.filter((server) => 'command' in server);
  if (commands.length === 0) stage.notTested('SETUP-05', 'It names no MCP server that is a command.');
  for (const { type, name, args, env } of commands)
    stage.check(
      'SETUP-05',
      type === undefined && typeof name === 'string' && Array.isArray(args) && Array.isArray(env),
      'An MCP server that is a command has a type, or lacks its name, args or env.',
    );
  const sse = servers.filter(({ type }) => type === 'sse').length;
  stage.check('SETUP-27', sse === 0, `It names ${sse} MCP servers of the type sse.`);
  const ids = servers.filter(({ type }) => type === 'acp').map((server) => server['serverId'] ?? server['id']);
  if (ids.length < 2) stage.notTested('MCP-02', 'It names fewer than two MCP servers of the type acp.');
  else stage.check('MCP-02', new Set(ids).size === ids.length, `Its MCP servers have the ids ${JSON.stringify(ids)}.`);
}

function checkPrompt(stage: ClientStage, play: ClientPlay): void {
  const prompt = play.params('session/prompt');
  const context = prompt['runtimeContext'];
  if (context === undefined) stage.notTested('RCTX-02', 'It sends no runtime context.');
  else
    stage.check(
      'RCTX-02',
      Array.isArray(context) && listOf(context).every(({ text }) => typeof text === 'string'),
      `Its runtimeContext is ${JSON.stringify(context)}.`,
    );
  const blocks = listOf(prompt['prompt']);
  const links = blocks.filter(({ type, uri }) => type === 'resource_link' && String(uri).startsWith('file:'));
  if (links.length === 0 && !blocks.some(({ type }) => type === 'resource'))
    stage.notTested('CONT-03', 'Its prompt has no files.');
  else stage.check('CONT-03', links.length === 0, 'Its prompt has links to files although the agent takes resources.');
}
