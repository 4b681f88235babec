import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { serveHttp } from '@acp-stack/http/server';
import { agent } from '@acp-stack/sdk';
import { describe, expect, test } from 'vitest';

import { openLog } from '../../log/log.ts';
import { schemaOf } from '../../protocol-schema/load-schema.ts';
import { captureTerminal } from '../../terminal/captured-terminal.ts';
import { Inspector } from '../inspect/inspector.ts';
import { rawAgent, type RawAgent } from '../inspect/raw-agent.test-support.ts';
import { call, type CallFlags } from './call.ts';

interface Called {
  readonly code: number;
  readonly out: string;
  readonly error: string;
  readonly err: string;
}

async function called(
  made: RawAgent,
  words: readonly string[],
  flags: CallFlags = {},
  stdin?: string,
): Promise<Called> {
  const terminal = captureTerminal(stdin === undefined ? {} : { stdin: [stdin] });
  const command = [process.execPath, made.path];
  try {
    const code = await call({ words, flags: { cwd: made.folder, ...flags }, command, version: '1.0.0' }, terminal);
    return { code, out: terminal.out(), error: '', err: terminal.err() };
  } catch (error) {
    const { exitCode = -1, message } = error as { readonly exitCode?: number; readonly message: string };
    return { code: exitCode, out: terminal.out(), error: message, err: terminal.err() };
  }
}

describe.each([1, 2] as const)('an agent of version %s', (version) => {
  test('is called in its own version, and the result is printed as JSON', async () => {
    using made = rawAgent(version, `say(sessionId, 'x');`);
    const { code, out } = await called(made, ['session/new', '{"cwd":"/x","mcpServers":[]}']);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({ sessionId: expect.stringMatching(/^s\d+-1$/u) as string });
    const initialized = await called(made, ['initialize']);
    expect(JSON.parse(initialized.out)).toMatchObject({ protocolVersion: version });
  });

  test('gets a session for a method that needs one', async () => {
    using made = rawAgent(version, `say(sessionId, 'x');`);
    const { code, out } = await called(made, ['session/prompt', '{"prompt":[{"type":"text","text":"hi"}]}'], {
      session: 'new',
    });
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual(version === 1 ? { stopReason: 'end_turn' } : { messageId: 'u1' });
  });
});

describe('a call', () => {
  const asking = (): RawAgent =>
    rawAgent(
      1,
      `await ask('session/request_permission', { sessionId, toolCall: { toolCallId: 't' }, options: [{ optionId: 'y', name: 'Yes', kind: 'allow_once' }] }).then(({ result }) => { if (result.outcome.outcome !== 'cancelled') throw { code: -32603, message: 'It was allowed.' }; });`,
    );

  test('takes params from a file and from standard input', async () => {
    using made = asking();
    const file = join(made.folder, 'params.json');
    writeFileSync(file, '{"cwd":"/x","mcpServers":[]}');
    expect((await called(made, ['session/new', `@${file}`])).code).toBe(0);
    expect((await called(made, ['session/new', '-'], {}, '{"cwd":"/x","mcpServers":[]}')).code).toBe(0);
  });

  test('allows the agent nothing', async () => {
    using made = asking();
    const prompt = '{"prompt":[{"type":"text","text":"hi"}]}';
    expect(await called(made, ['session/prompt', prompt], { session: 'new' })).toMatchObject({ code: 0, error: '' });
  });

  test('of an unknown method names the nearest one, and is sent by force', async () => {
    using made = asking();
    const wrong = await called(made, ['session/nwe', '{}']);
    expect(wrong.error).toBe(
      'version 1, which the agent speaks, has no method session/nwe; did you mean session/new? --force sends it anyway',
    );
    const forced = await called(made, ['session/nwe', '{}'], { force: true });
    expect(forced).toMatchObject({ code: 1, error: expect.stringContaining('session/nwe') as string });
    const other = await called(made, ['auth/login', '{}']);
    expect(other.error).toContain('only version 2 has it');
  });

  test('with wrong params names the path, and a missing session', async () => {
    using made = asking();
    expect((await called(made, ['session/new', '{"cwd":1,"mcpServers":[]}'])).error).toMatch(
      /^wrong params for session\/new: \/cwd: expected/u,
    );
    expect((await called(made, ['session/prompt', '{"prompt":[]}'])).error).toContain('--session new opens one');
    expect((await called(made, ['session/new', '{"cwd":1}'], { force: true })).code).toBe(0);
    expect((await called(made, ['session/new', '{"cwd":'])).error).toMatch(/^the params are not JSON: /u);
    expect((await called(made, ['session/request_permission', '{}'])).error).toContain('called by the agent');
  });

  test('of a notification prints nothing', async () => {
    using made = asking();
    expect(await called(made, ['session/cancel', '{"sessionId":"s"}'])).toMatchObject({ code: 0, out: '' });
  });

  test('of an agent that cannot be started has its exit code', async () => {
    using made = asking();
    made.rewrite('}');
    expect((await called(made, ['session/list', '{}'], { force: true })).code).toBe(7);
  });
});

describe.each(['ws', 'http'])('a remote agent over %s', (scheme) => {
  test('is called, and inspected, like one on this machine', async () => {
    const remote = agent({ name: 'remote', version: '1.0.0' }).onPrompt(async ({ message }) => {
      await message.append('Hello.');
    });
    const serving = await serveHttp(remote, { port: 0 });
    const url = serving.url.replace(/^http/u, scheme);
    const terminal = captureTerminal();
    const params = '{"prompt":[{"type":"text","text":"hi"}]}';
    const words = ['session/prompt', params];
    const flags = { url, session: 'new' };
    expect(await call({ words, flags, command: undefined, version: '1.0.0' }, terminal)).toBe(0);
    expect(JSON.parse(terminal.out())).toEqual({ messageId: expect.any(String) as string });
    const inspector = new Inspector({
      server: { kind: 'url', name: 'remote', url, headers: {}, defaults: { configOptions: {} } },
      target: { kind: 'agent', name: 'remote' },
      cwd: '/',
      schemas: schemaOf,
      log: openLog({}, terminal),
      version: '1.0.0',
      now: () => performance.now(),
    });
    const run = await inspector.restart();
    expect(inspector.run(run).summary).toMatchObject({ state: 'open', version: 2 });
    const { tap } = inspector.agent.live;
    const opened = await tap.call('session/new', { cwd: '/' });
    const { sessionId } = opened['result'] as { readonly sessionId: string };
    await tap.call('session/prompt', { sessionId, prompt: [{ type: 'text', text: 'hi' }] });
    await inspector.store.find(0, ({ row }) => row.chunk?.text === 'Hello.');
    await inspector.close();
    await serving.close();
  });
});
