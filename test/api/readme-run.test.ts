/**
 * Samples of READMEs and guides that are not taken from `examples/` and can be run in memory: with the agent, the
 * client and the functions that their page supposes, and a folder for the files of a journal. The others need an
 * address, a folder or a program of the reader.
 */
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { mcpServer, offer, tool } from '@acp-stack/mcp';
import { memoryPair, type Channel } from '@acp-stack/rpc';
import { agent, client, type Agent, type ClientConnection } from '@acp-stack/sdk';
import { editEngine, nesClientCapabilities, serveNes, withConfigOptions } from '@acp-stack/nes';
import { emptyTranscript, toJson } from '@acp-stack/transcript';
import { afterEach, expect, test, vi } from 'vitest';

import { documentFences } from '../support/fences.ts';
import { repository, temporaryFolder, type TemporaryFolder } from '../support/checkout.ts';

const fences = documentFences().filter(({ language, info }) => /^tsx?$/u.test(language) && info === '');

/** What was given to `keep` and `render`. */
type Seen = unknown[];

/** Takes what was seen, and the first agent that the sample makes without a name for it. */
type Check = (seen: Seen, made: Agent | undefined) => void | Promise<void>;

/** What a sample supposes; the function that it returns is called with what was seen when the sample has run. */
type Surroundings = (values: Record<string, unknown>) => Promise<Check> | Check;

const nothing = (): void => undefined;
const info = { name: 'gardener', version: '1.0.0' };
const texts = (seen: Seen): string => JSON.stringify(seen);

const gardener = (): Agent =>
  agent(info, { accepts: ['image'], mcp: ['acp', 'http'] })
    .on('_garden.example/season', Object, () => ({ season: 'spring' }))
    .onPrompt(async ({ message, requestPermission }) => {
      await message.append('Roses grow here.');
      const options = [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' as const }];
      await requestPermission({ title: 'Water them?', options });
    });

/** A channel that leads to the agent. */
function channelTo(app: Agent): Channel {
  const [ours, theirs] = memoryPair();
  void app.serve(theirs);
  return ours;
}

const connectedBy = (channel: Channel): Promise<ClientConnection> =>
  client({ name: 'editor', version: '1.0.0' }, { capabilities: nesClientCapabilities() })
    .onPermission(() => 'yes')
    .connect(channel);

const connected = (app: Agent = gardener()): Promise<ClientConnection> => connectedBy(channelTo(app));

const toGardener: Surroundings = (values) => {
  values['channel'] = channelTo(gardener());
  values['choose'] = () => 'yes';
  values['water'] = nothing;
  return nothing;
};

const withSession: Surroundings = async (values) => {
  values['session'] = await (await connected()).newSession({ cwd: '/garden' });
  values['choose'] = () => 'yes';
  return (seen) => expect(texts(seen)).toContain('Roses grow here.');
};

/** The sample serves an agent at its channel; a client uses it, and leaves. */
const served =
  (use: (connection: ClientConnection) => Promise<void>): Surroundings =>
  (values) => {
    const [ours, theirs] = memoryPair();
    Object.assign(values, { channel: theirs, app: gardener() });
    const visit = connectedBy(ours).then(async (connection) => {
      await use(connection);
      await connection.close();
    });
    return () => visit;
  };

const talk = async (connection: ClientConnection): Promise<void> => {
  const session = await connection.newSession({ cwd: '/garden' });
  const { stopReason } = await session.prompt('What grows here?');
  expect(stopReason).toBe('end_turn');
};

/** The sample makes an agent; a client talks to it. */
const made: Surroundings = () => async (_, app) => {
  if (app === undefined) throw new Error('The sample made no agent.');
  await using connection = await connected(app);
  await talk(connection);
};

/** By the page and how many samples it had until then. */
const runs: Readonly<Record<string, Surroundings>> = {
  'packages/rpc/README.md 1': () => nothing,
  'packages/rpc/README.md 2': () => nothing,
  'packages/sdk/README.md 1': served(talk),
  'packages/sdk/README.md 2': async (values) => {
    await toGardener(values);
    return (seen) => expect(texts(seen)).toContain('Roses grow here.');
  },
  'packages/sdk/README.md 3': made,
  'packages/sdk/README.md 4': async (values) => {
    values['bytes'] = new Uint8Array([1, 2, 3]);
    return withSession(values);
  },
  'packages/sdk/README.md 5': made,
  'packages/sdk/README.md 6': async (values) => {
    const connection = await connected();
    await connection.newSession({ cwd: '/garden' });
    await connection.close();
    return toGardener(Object.assign(values, { connection }));
  },
  'packages/sdk/README.md 7': async (values) => {
    values['connection'] = await connected();
    values['parsePlant'] = String;
    return nothing;
  },
  'packages/sdk/README.md 8': made,
  'packages/transcript/README.md 1': withSession,
  'packages/transcript/README.md 2': async (values) => {
    values['line'] = JSON.stringify(toJson(emptyTranscript()));
    await withSession(values);
    return nothing;
  },
  'packages/transcript/README.md 4': async (values) => {
    await withSession(values);
    return nothing;
  },
  'packages/journal/README.md 1': () => (seen) => expect(texts(seen)).toContain('What grows here?'),
  'packages/journal/README.md 2': () => nothing,
  'packages/journal/README.md 3': () => (seen) => expect(seen).toMatchObject([{ streams: [{ stream: 'session-1' }] }]),
  'packages/journal/README.md 5': () => (seen) => expect(seen).toHaveLength(1),
  'packages/testing/README.md 1': () => nothing,
  'packages/testing/README.md 2': () => nothing,
  'packages/testing/README.md 3': () => nothing,
  'packages/trace/README.md 1': (values) => {
    values['line'] = '';
    return nothing;
  },
  'packages/conductor/README.md 1': () => nothing,
  'packages/conductor/README.md 3': () => nothing,
  'packages/conductor/README.md 4': served(talk),
  'packages/conductor/README.md 5': served(talk),
  'packages/mcp/README.md 1': toGardener,
  'packages/mcp/README.md 2': toGardener,
  'packages/mcp/README.md 4': () => async (seen, app) => {
    if (app === undefined) throw new Error('The sample made no agent.');
    const editor = client({ name: 'editor', version: '1.0.0' });
    offer(editor, mcpServer('garden', { water: tool({ type: 'object' }, () => 'It is wet.') }));
    await using connection = await editor.connect(channelTo(app));
    await talk(connection);
    await vi.waitFor(() => expect(texts(seen)).toContain('water'));
  },
  'packages/nes/README.md 1': served(async ({ capabilities }) => {
    expect(capabilities.nes).toBeTypeOf('object');
  }),
  'packages/nes/README.md 2': (values) => {
    values['channel'] = channelTo(serveNes(agent(info), { engine: editEngine() }));
    return nothing;
  },
  'packages/nes/README.md 4': async (values) => {
    values['app'] = agent(info);
    values['connection'] = await connected(serveNes(agent(info), withConfigOptions(editEngine())));
    return nothing;
  },
  'packages/bridge/README.md 1': toGardener,
  'docs/guides/script-an-agent.md 1': () => nothing,
};

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A project that has our packages. */
function createProject(): TemporaryFolder {
  const folder = temporaryFolder();
  symlinkSync(join(repository, 'node_modules'), join(folder.path, 'node_modules'));
  writeFileSync(join(folder.path, 'package.json'), '{ "type": "module" }');
  return folder;
}

/** The code of a sample, by its page and its number there. */
function codeOf(name: string): string {
  const [file = '', count] = name.split(' ');
  const fence = fences.filter((each) => each.file === file)[Number(count) - 1];
  if (fence === undefined) throw new Error(`There is no sample ${name}.`);
  return `${fence.code}\nexport {};\n`;
}

/** Runs code that finds the values under their names, and `keep` and `render`; resolves with what those were given. */
async function seenBy(
  code: string,
  folder: TemporaryFolder,
  values: Record<string, unknown>,
): Promise<{ readonly seen: Seen; readonly app: Agent | undefined }> {
  const seen: Seen = [];
  const keep = (value: unknown): void => void seen.push(value);
  for (const [name, value] of Object.entries({ keep, render: keep, ...values })) vi.stubGlobal(name, value);
  const path = join(folder.path, 'sample.ts');
  const runnable = code.replace(/^agent\(/mu, 'export const app = agent(').replaceAll('/garden/.sessions', folder.path);
  writeFileSync(path, runnable);
  const { app } = (await import(path)) as { readonly app?: Agent };
  return { seen, app };
}

test.each(Object.keys(runs))('the sample %s runs', async (name) => {
  using folder = createProject();
  const values: Record<string, unknown> = {};
  const check = await runs[name]?.(values);
  const { seen, app } = await seenBy(codeOf(name), folder, values);
  await check?.(seen, app);
});

test('the agent and the client of the README talk to each other', async () => {
  using folder = createProject();
  const file = join(folder.path, 'greeter.js');
  writeFileSync(file, codeOf('README.md 1'));
  const code = codeOf('README.md 2').replace("'greeter.js'", JSON.stringify(file));
  const { seen } = await seenBy(code, folder, { choose: () => 'cancelled' });
  expect(texts(seen)).toContain('Hello.');
});
