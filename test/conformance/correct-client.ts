/**
 * A client that uses all that an agent offers, offers everything itself, and keeps every rule: the suite must find
 * nothing wrong with it. It opens a session, sends one prompt, and leaves when the work is over.
 */
import { pathToFileURL } from 'node:url';

import { offer, mcpServer, tool } from '@acp-stack/mcp';
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
  const app = client({ name: 'correct-client', version: '1.0.0' }, { capabilities: { auth: { terminal: {} } } })
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
    await session.prompt(blocksFor(session, task), contextFor(session));
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

/** Fills a form with its defaults; one with a field that it does not know is declined. */
function fill({ requestedSchema }: FormElicitation): CreateElicitationResponse {
  const { properties, required } = requestedSchema;
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
  await attempt(() => connection.request('nes/start', {}));
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

async function useSession(session: ClientSession): Promise<void> {
  for (const option of session.configOptions ?? [])
    if (option.type === 'select' && option.configId === 'level') await session.setConfigOption(option.configId, 'high');
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
