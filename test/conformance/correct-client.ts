/**
 * A client that uses all that an agent offers, offers everything itself, and keeps every rule: the suite must find
 * nothing wrong with it. It opens a session, sends one prompt, and leaves when the work is over.
 */
import { pathToFileURL } from 'node:url';

import { offer, mcpServer, tool } from '@acp-stack/mcp';
import { nesClientCapabilities, startNes } from '@acp-stack/nes';
import type { Channel } from '@acp-stack/rpc';
import {
  CapabilityError,
  client,
  type ClientConnection,
  type ClientSession,
  type FormElicitation,
  type PermissionHandler,
} from '@acp-stack/sdk';
import { fieldProblem, readField, type FormValue } from '@acp-stack/schema/elicitation-form';
import type { ContentBlock, CreateElicitationResponse, McpServer } from '@acp-stack/schema/v2/unstable';
import { readRepositoryOrigin } from '@acp-stack/workspace';
import { clientMachine } from '@acp-stack/workspace/client';
import type { ClientTask } from '@acp-stack/conformance';

/** A client that runs. */
export interface CorrectClient {
  /** Cancels its work, as Ctrl+C would. */
  interrupt(): void;
  /** Resolves when it has left. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

/** Starts it before the agent at the other end of `channel`. */
export function startCorrectClient(channel: Channel, task: ClientTask): CorrectClient {
  const machine = clientMachine({ killGrace: 100 });
  const document = (name: string): { uri: string; languageId: string } => ({
    uri: pathToFileURL(`${task.folder}/${name}`).href,
    languageId: 'plaintext',
  });
  const capabilities = {
    auth: { terminal: {} },
    ...nesClientCapabilities(),
    _meta: { 'correct.example': { ask: true } },
  };
  const app = client({ name: 'correct-client', version: '1.0.0' }, { capabilities })
    .onPermission(decide)
    .onElicitation({ form: fill, url: () => ({ action: 'accept' }) })
    .onFiles(machine.files)
    .onTerminals(machine.terminals)
    .onOpenDocuments(() => [document('notes.txt')])
    .onRecentDocuments(() => [document('notes.txt'), document('other.txt')])
    .onActiveDocument(() => undefined);
  offer(app, [mcpServer('conformance', { hello }), mcpServer('second', { hello })], { onUnsupported: () => undefined });
  let session: ClientSession | undefined;
  const work = async (): Promise<void> => {
    await using connection = await app.connect(channel, { onReport: () => undefined });
    await useOffers(connection, task);
    session = await open(connection, task);
    await useSession(session);
    await useExtensions(connection);
    const run = session.prompt(blocksFor(session, task), { ...contextFor(session), _meta: { traceparent } });
    await inject(session);
    await run;
    await attempt(() => connection.closeSession('session-1'));
  };
  const ended = work().catch(() => undefined);
  return {
    interrupt: () => session?.cancel(),
    ended,
    stop: async () => {
      channel.destroy();
      await machine[Symbol.asyncDispose]();
    },
  };
}

const hello = tool({ type: 'object', properties: {} }, () => 'hello');

/** Allows everything but deletions, which it leaves to a user that never decides. */
const decide: PermissionHandler = ({ options, subject }, { signal }) => {
  const kind = subject?.type === 'tool_call' ? subject.toolCall.kind : undefined;
  if (kind !== 'delete') return options[0]?.optionId ?? 'cancelled';
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve('cancelled'));
  });
};

/**
 * Fills a form with its defaults; one with a field that it does not know is declined. A wish is left to a user that
 * never decides.
 */
function fill(
  { requestedSchema }: FormElicitation,
  { signal }: { readonly signal: AbortSignal },
): CreateElicitationResponse | Promise<CreateElicitationResponse> {
  const { properties, required } = requestedSchema;
  if ('wish' in properties) {
    return new Promise((resolve) => {
      signal.addEventListener('abort', () => resolve({ action: 'cancel' }));
    });
  }
  const content: Record<string, FormValue> = {};
  for (const [name, property] of Object.entries(properties)) {
    const field = readField(name, property, required?.includes(name) === true);
    if (field.kind === 'unknown') return { action: 'decline' };
    const value = (property as { readonly default?: FormValue }).default;
    if (fieldProblem(field, value, (pattern, text) => new RegExp(pattern, 'u').test(text)) !== undefined)
      return { action: 'decline' };
    if (value !== undefined) content[name] = value;
  }
  return { action: 'accept', content };
}

/** Does `work` unless the agent does not offer it. */
async function attempt(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof CapabilityError)) throw error;
  }
}

async function useOffers(connection: ClientConnection, { folder: cwd }: ClientTask): Promise<void> {
  const [login] = connection.authMethods.filter(({ type }) => type === 'agent');
  if (login !== undefined) await attempt(() => connection.login(login.methodId));
  const first = connection.version === 2 ? ['session'] : [];
  if (!first.every((path) => connection.supports(path))) return;
  await attempt(() => connection.authStatus());
  await attempt(() => connection.providers());
  await attempt(async () => {
    for await (const _ of connection.list({ cwd })) continue;
  });
  await attempt(() => connection.delete('old'));
  await attempt(() => connection.fork({ sessionId: 'old', cwd }));
  await attempt(() => connection.status('old'));
  await attempt(() => useSuggestions(connection, cwd));
  await attempt(() => resumeListed(connection));
}

/** Edits a document with suggestions: it takes the first and dismisses the second. */
async function useSuggestions(connection: ClientConnection, folder: string): Promise<void> {
  const repository = await readRepositoryOrigin(folder);
  let arrived: (() => void) | undefined;
  const answered = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  await using nes = await startNes(connection, {
    workspace: { workspaceUri: pathToFileURL(folder).href, ...(repository === undefined ? {} : { repository }) },
    onLogin: async ([method]) => {
      if (method !== undefined) await connection.login(method.methodId);
      return method !== undefined;
    },
    onSuggestions: (offered) => {
      if (offered.length > 0) arrived?.();
    },
    onError: () => arrived?.(),
  });
  const uri = pathToFileURL(`${folder}/notes.txt`).href;
  const [start, end] = [
    { line: 0, column: 0 },
    { line: 0, column: 1 },
  ];
  nes.open(uri, 'plaintext', '\u00e9 one\n');
  nes.focus(uri, end, { start, end });
  nes.change(uri, [{ span: { start: end, end }, text: '!' }]);
  nes.suggest(uri, end);
  await answered;
  const [first] = nes.offered;
  if (first !== undefined) nes.accept(first.id);
  nes.dismiss();
}

/** Goes on with the first session of any folder, in the folder that it has. */
async function resumeListed(connection: ClientConnection): Promise<void> {
  const [listed] = (await connection.listPage()).sessions;
  if (listed === undefined) return;
  const { sessionId, cwd } = listed;
  await connection.resume({ sessionId, cwd });
}

/** The trace that its prompt belongs to. */
const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

/** Sends a request and a notification of its own, which its capabilities announce. */
async function useExtensions(connection: ClientConnection): Promise<void> {
  await connection.notify('_correct.example/note', {});
  await connection.request('_correct.example/ask', {}).catch(() => undefined);
}

/** Injects a message into the running work if the agent takes any. */
async function inject(session: ClientSession): Promise<void> {
  if (session.injectModes.includes('queue')) await session.inject('And then rest.', { mode: 'queue' });
}

const servers: readonly McpServer[] = [
  { type: 'stdio', name: 'command', command: '/bin/true', args: [], env: [] },
  { type: 'http', name: 'remote', url: 'http://127.0.0.1:9/', headers: [] },
];

function open(connection: ClientConnection, { folder: cwd }: ClientTask): Promise<ClientSession> {
  const supports = (path: string): boolean => connection.supports(path);
  return connection.newSession({
    cwd,
    mcpServers: servers.filter(({ type }) => supports(`session.mcp.${type}`)),
    ...(supports('session.additionalDirectories') ? { additionalDirectories: [cwd, '/other', '/other'] } : {}),
    ...(supports('session.systemPrompt')
      ? { systemPrompt: { mode: 'append', content: [{ type: 'text', text: 'Be brief.' }] } }
      : {}),
  });
}

/** Sets the level, or the mode if there is nothing else to set; modes of version 1 are an option too. */
async function useSession(session: ClientSession): Promise<void> {
  const ids = (session.configOptions ?? []).map(({ configId }) => configId);
  if (ids.includes('level')) await session.setConfigOption('level', 'high');
  else if (ids.includes('mode')) await session.setConfigOption('mode', 'code');
}

function blocksFor(session: ClientSession, { prompt, folder }: ClientTask): readonly ContentBlock[] {
  const uri = pathToFileURL(`${folder}/notes.txt`).href;
  const file: ContentBlock = session.supports('prompt.embeddedContext')
    ? { type: 'resource', resource: { uri, text: 'one\ntwo\nthree\n' } }
    : { type: 'resource_link', uri, name: 'notes.txt' };
  const image: ContentBlock = { type: 'image', data: 'AAAA', mimeType: 'image/png' };
  return [{ type: 'text', text: prompt }, file, ...(session.supports('prompt.image') ? [image] : [])];
}

const contextFor = (session: ClientSession): { readonly runtimeContext?: readonly { readonly text: string }[] } =>
  session.supports('runtimeContext') ? { runtimeContext: [{ text: 'It is noon.' }] } : {};
