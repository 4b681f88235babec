/** Puts our programs before a judge that speaks version 1. */
import type { ClientConnection, ClientSession, PromptHandler } from '@acp-stack/sdk';
import { settled } from '@acp-stack/testing';
import { assert } from 'vitest';

import { now, type AgentProgram, type ClientProgram, type Stand } from './stand.ts';
import type { Fields, WireJudge } from './wire-judge.ts';

const info = { name: 'judge', version: '1.0.0' };

/** An agent with an open session, before a client of version 1. */
export async function olderClient(
  stand: Stand,
  onPrompt?: PromptHandler,
  { capabilities = {}, ...program }: AgentProgram & { readonly capabilities?: object } = {},
): Promise<{ readonly judge: WireJudge; readonly sessionId: string }> {
  const judge = stand.agent(onPrompt, program);
  await judge.ask('initialize', { protocolVersion: 1, clientInfo: info, clientCapabilities: capabilities });
  const { result } = await judge.ask('session/new', { cwd: '/work', mcpServers: [] });
  const sessionId = result?.['sessionId'];
  assert(typeof sessionId === 'string', 'session/new was not answered with a session');
  return { judge, sessionId };
}

interface OlderAgent {
  readonly judge: WireJudge;
  readonly connection: ClientConnection;
  readonly session: ClientSession;
  readonly heard: readonly Fields[];
}

/** A client with the open session `s1`, before an agent of version 1; `opened` is what the agent says of the session besides. */
export async function olderAgent(
  stand: Stand,
  { opened = {}, ...program }: ClientProgram & { readonly opened?: object } = {},
): Promise<OlderAgent> {
  const { judge, connection: connecting, heard } = await stand.connecting(program);
  const introduced = judge.received.find(({ method }) => method === 'initialize');
  assert(introduced !== undefined, 'the client does not introduce itself');
  await judge.reply(introduced, {
    protocolVersion: 1,
    agentInfo: info,
    agentCapabilities: program.capabilities ?? {},
  });
  const connection = await now(connecting, 'the client does not connect');
  judge.whenever('session/new', () => ({ sessionId: 's1', ...opened }));
  const session = await now(connection.newSession({ cwd: program.cwd ?? '/work' }), 'the client opens no session');
  return { judge, connection, session, heard };
}

/** Has the client prompt, and waits until the judge has got it. */
export async function promptOf(
  { judge, session }: OlderAgent,
  words = 'hello',
): Promise<{ readonly run: ReturnType<ClientSession['prompt']> }> {
  const run = session.prompt(words);
  run.then(
    () => undefined,
    () => undefined,
  );
  await settled();
  assert(judge.all('session/prompt').length > 0, 'the client does not prompt');
  return { run };
}
