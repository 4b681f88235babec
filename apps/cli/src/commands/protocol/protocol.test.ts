import { describe, expect, test } from 'vitest';

import { captureTerminal, type CaptureOptions } from '../../terminal/captured-terminal.ts';
import { UsageError } from '../../errors/usage-error.ts';
import { Catalogue } from './catalogue.ts';
import { protocol, type ProtocolOptions } from './protocol.ts';

async function show(options: Partial<ProtocolOptions>, capture: CaptureOptions = {}): Promise<string> {
  const terminal = captureTerminal(capture);
  const exitCode = await protocol({ name: undefined, version: undefined, format: 'text', ...options }, terminal);
  expect(exitCode).toBe(0);
  return terminal.out();
}

const everything = new Catalogue({ versions: [1, 2], unstable: true });

describe('the overview', () => {
  test('shows every method of both versions in lines of at most 100 characters', async () => {
    const text = await show({});
    for (const { name } of everything.methods) expect(text).toContain(`  ${name}  `);
    for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(100);
  });

  test('shows direction, kind, stability per version and what a method needs', async () => {
    const lines = (await show({})).split('\n');
    const row = (name: string): string | undefined =>
      lines
        .find((line) => line.startsWith(`  ${name} `))
        ?.replaceAll(/ {2,}/gu, ' | ')
        .trim();
    expect(row('fs/read_text_file')).toBe(
      '| fs/read_text_file | agent → client | request | stable | – | fs.readTextFile',
    );
    expect(row('session/inject')).toBe('| session/inject | client → agent | request | – | draft | session.inject');
  });

  test('begins with initialize', async () => {
    const names = (await show({})).split('\n').filter((line) => line.startsWith('  '));
    expect(names[1]).toMatch(/^ {2}initialize /u);
  });

  test('names the areas as the protocol does', async () => {
    const text = await show({});
    for (const title of ['Prompt turns', 'Session updates', 'MCP over ACP', 'JSON-RPC']) {
      expect(text).toContain(`\n${title}\n`);
    }
  });

  test('says who must have advertised what a method needs', async () => {
    const text = await show({});
    expect(text).toMatch(/auth\/status_update .* agent auth\.status\n/u);
    expect(text.replaceAll('\n', ' ')).toContain(
      'needs: the capability that the receiver must have, or the agent if "agent" stands before it.',
    );
  });

  test('leaves out one version or the unstable part when asked to', async () => {
    expect(await show({ version: 1 })).not.toContain('session/inject');
    expect(await show({ stable: true })).not.toContain('session/fork');
  });

  test('puts the longest needs on the line of their method when the terminal is wide', async () => {
    const text = await show({}, { columns: 140, isTerminal: true, env: { NO_COLOR: '1' } });
    expect(text).toMatch(/session\/resume .* sessionCapabilities\.resume in v1, session in v2\n/u);
  });

  test('has colours on a terminal and none elsewhere', async () => {
    expect(await show({}, { isTerminal: true })).toContain('\u001b[');
    expect(await show({})).not.toContain('\u001b[');
  });

  test('is one JSON document for programs', async () => {
    const { methods } = JSON.parse(await show({ format: 'json' })) as { methods: { name: string }[] };
    expect(methods.map(({ name }) => name)).toEqual(everything.methods.map(({ name }) => name));
    expect(methods).toContainEqual(
      expect.objectContaining({
        name: 'session/prompt',
        direction: 'client>agent',
        kind: 'request',
        versions: expect.objectContaining({ 1: expect.objectContaining({ params: 'PromptRequest', gate: null }) }),
      }),
    );
  });
});

describe('one method', () => {
  test('tells a writer of clients what to send and what comes back', async () => {
    const text = await show({ name: 'session/prompt' });
    for (const fact of [
      'Gives the agent a message from the user.',
      'request, client → agent',
      'v2: stable, needs the agent capability session.',
      'Errors\n',
      '-32800  Request cancelled',
      'sessionId        SessionId (string)',
      'runtimeContext?  RuntimeContext[] | null',
      'TextContent { text: string, annotations?: Annotations | null }',
      '"end_turn"           The agent finished what it had to say.',
      '"method":"session/prompt"',
      'Fields marked ? are optional.',
    ]) {
      expect(text).toContain(fact);
    }
  });

  test('shows the answer that its result leaves open, also in JSON', async () => {
    const text = await show({ name: 'mcp/message' });
    expect(text).toContain('\nMessageMcpResponse: The answer to a `MessageMcpRequest`');
    expect(text).toContain('{"jsonrpc":"2.0","id":1,"result":{"result":{}}}');
    expect(JSON.parse(await show({ name: 'mcp/message', format: 'json' }))).toMatchObject({
      versions: { 1: { $defs: { MessageMcpResponse: {} } } },
    });
  });

  test('shows versions that agree only once', async () => {
    expect(await show({ name: 'mcp/message' })).toContain('Versions 1 and 2');
    expect(await show({ name: 'session/new' })).not.toContain('Versions 1 and 2');
  });

  test('is found under its other names and without its capitals', async () => {
    expect(await show({ name: '_proxy/initialize' })).toMatch(/^proxy\/initialize {2}/u);
    expect(await show({ name: 'Session/Prompt' })).toMatch(/^session\/prompt {2}/u);
  });

  test('has a page for each of them in text and JSON', async () => {
    for (const { name } of everything.methods) {
      expect(await show({ name })).toContain(name);
      expect(JSON.parse(await show({ name, format: 'json' }))).toMatchObject({ name });
    }
  });

  test('brings every definition it needs in JSON', async () => {
    const document = JSON.parse(await show({ name: 'session/update', version: 1, format: 'json' })) as {
      versions: Record<string, { $defs: Record<string, unknown> }>;
    };
    const { $defs } = document.versions['1'] ?? { $defs: {} };
    const mentioned = [...JSON.stringify($defs).matchAll(/#\/\$defs\/(\w+)/gu)].map(([, name = '']) => name);
    expect(mentioned.filter((name) => !(name in $defs))).toEqual([]);
  });
});

describe('one type', () => {
  test('shows its variants and who uses it', async () => {
    const text = await show({ name: 'ContentBlock' });
    expect(text).toContain('resource_link');
    expect(text).toMatch(/Used by .*PromptRequest/su);
  });

  test('shows the tags that it refuses, and what took their place', async () => {
    expect(await show({ name: 'SessionUpdate' })).toMatch(/ tool_call +Rejected: .*tool_call_update took its place\./u);
  });

  test('shows what it means that a stop reason is not given', async () => {
    expect(await show({ name: 'IdleStateUpdate' })).toContain('(null or no stopReason)  Does not say why.\n');
  });

  test('names what its lists are of, and what its texts must not be', async () => {
    expect(await show({ name: 'NewSessionRequest', version: 2 })).toMatch(
      /additionalDirectories\? +AbsolutePath\[\] /u,
    );
    expect(await show({ name: 'SessionUpdate', version: 2 })).toMatch(/title: non-empty string,/u);
  });

  test('has a page for each of them', async () => {
    for (const name of everything.definitionNames) expect(await show({ name })).toContain(name);
  });
});

describe('the types', () => {
  test('are listed with their versions and their documentation', async () => {
    const text = await show({ types: true });
    for (const name of everything.definitionNames) expect(text).toContain(`\n  ${name} `);
    expect(text).toMatch(/^ {2}StopReason +stable +– +Why the agent ended a prompt turn\.$/mu);
    for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(100);
  });

  test('are listed for one version or without the unstable part when asked to', async () => {
    expect(await show({ types: true, version: 2 })).not.toContain('  StopReason ');
    expect(await show({ types: true, stable: true })).not.toContain('  Usage ');
  });

  test('are one JSON document for programs', async () => {
    const { types } = JSON.parse(await show({ types: true, format: 'json' })) as { types: object[] };
    expect(types).toHaveLength(everything.definitionNames.length);
    expect(types).toContainEqual({
      name: 'StopReason',
      description: 'Why the agent ended a prompt turn.',
      versions: { 1: { stability: 'stable' } },
    });
  });

  test('are not listed beside a name', async () => {
    await expect(show({ types: true, name: 'StopReason' })).rejects.toThrow(
      new UsageError('--types lists all types: omit it to see one, or omit the name'),
    );
  });
});

describe('a name that does not exist', () => {
  const lists = 'acp protocol lists the methods, acp protocol --types the types';

  test.each([
    ['session/promt', 'unknown method or type "session/promt"; did you mean session/prompt?'],
    ['zzzzzz', `unknown method or type "zzzzzz"; ${lists}`],
    ['__proto__', `unknown method or type "__proto__"; ${lists}`],
    ['constructor', `unknown method or type "constructor"; ${lists}`],
    ['', `unknown method or type ""; ${lists}`],
  ])('%j gets one sentence', async (name, sentence) => {
    await expect(show({ name })).rejects.toThrow(new UsageError(sentence));
  });

  test('is told apart from one that the options hide', async () => {
    await expect(show({ name: 'session/fork', stable: true })).rejects.toThrow(
      /^session\/fork exists only in v1 \(unstable\) and v2 \(unstable\)/u,
    );
  });
});
