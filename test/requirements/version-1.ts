/** Our programs under test with a tester that speaks version 1. */
import type { ClientConnection, ClientSession, PromptHandler } from '@acp-stack/sdk';
import { settled } from '@acp-stack/testing';
import { assert } from 'vitest';

import { now, type AgentProgram, type ClientProgram, type ProgramFixture } from './program-fixture.ts';
import type { Fields, WireTester } from './wire-tester.ts';

const info = { name: 'judge', version: '1.0.0' };

/** An agent with an open session, before a client of version 1. */
export async function olderClient(
  fixture: ProgramFixture,
  onPrompt?: PromptHandler,
  { capabilities = {}, ...program }: AgentProgram & { readonly capabilities?: object } = {},
): Promise<{ readonly tester: WireTester; readonly sessionId: string }> {
  const tester = fixture.agent(onPrompt, program);
  await tester.ask('initialize', { protocolVersion: 1, clientInfo: info, clientCapabilities: capabilities });
  const { result } = await tester.ask('session/new', { cwd: '/work', mcpServers: [] });
  const sessionId = result?.['sessionId'];
  assert(typeof sessionId === 'string', 'session/new was not answered with a session');
  return { tester, sessionId };
}

interface OlderAgent {
  readonly tester: WireTester;
  readonly connection: ClientConnection;
  readonly session: ClientSession;
  readonly heard: readonly Fields[];
}

/**
 * A client with the open session `s1`, before an agent of version 1; `opened` is what the agent says of the session
 * besides.
 */
export async function olderAgent(
  fixture: ProgramFixture,
  { opened = {}, ...program }: ClientProgram & { readonly opened?: object } = {},
): Promise<OlderAgent> {
  const { tester, connection: connecting, heard } = await fixture.connecting(program);
  const introduced = tester.received.find(({ method }) => method === 'initialize');
  assert(introduced !== undefined, 'the client does not introduce itself');
  await tester.reply(introduced, {
    protocolVersion: 1,
    agentInfo: info,
    agentCapabilities: program.capabilities ?? {},
  });
  const connection = await now(connecting, 'the client does not connect');
  tester.whenever('session/new', () => ({ sessionId: 's1', ...opened }));
  const session = await now(connection.newSession({ cwd: program.cwd ?? '/work' }), 'the client opens no session');
  return { tester, connection, session, heard };
}

/** Has the client prompt, and waits until the tester has got it. */
export async function promptOf(
  { tester, session }: OlderAgent,
  words = 'hello',
): Promise<{ readonly run: ReturnType<ClientSession['prompt']> }> {
  const run = session.prompt(words);
  run.then(
    () => undefined,
    () => undefined,
  );
  await settled();
  assert(tester.all('session/prompt').length > 0, 'the client does not prompt');
  return { run };
}
