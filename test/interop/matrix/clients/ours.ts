/** A client on our SDK, which speaks whichever version the agent does. */
import type { Channel } from '@acp-stack/rpc';
import { client, type ClientSession } from '@acp-stack/sdk';
import type { VirtualClock } from '@acp-stack/testing';

import { commandsInV2, foldV2, settingsInV2 } from '../fold-v2.ts';
import type { ClientAdapter } from '../scripted-user.ts';
import { clientInfo, garden, type ClientScript, type CustomName } from '../script.ts';
import type { Transcript } from '../transcript.ts';
import { Answering } from './answering.ts';
import { introductionOf } from './official-v2.ts';

const any = (params: unknown): unknown => params;

export interface OurClientOptions {
  readonly script: ClientScript;
  readonly transcript: Transcript;
  readonly clock: VirtualClock;
  readonly onReport: (report: { readonly kind: string }) => void;
}

export async function ourClient(
  channel: Channel,
  { script, transcript, clock, onReport }: OurClientOptions,
): Promise<ClientAdapter> {
  const answering = new Answering(script, transcript);
  const app = client(clientInfo)
    .onUpdate((update, { sessionId }) => {
      foldV2(answering.view(sessionId), update);
      transcript.changed();
    })
    .onPermission(({ sessionId, title, options }, { signal }) =>
      answering.permission(sessionId, title, options, signal),
    )
    .onElicitation({
      form: (request, { signal }) => answering.form(request as Parameters<Answering['form']>[0], signal),
    })
    .onNotification('_bird', any, (params) => {
      answering.told('_bird', params);
    });
  for (const [method, answer] of Object.entries(script.answers ?? {})) app.on(method as CustomName, any, answer);
  const connection = await app.connect(channel, { checkOutgoing: true, clock, onReport });
  /** What the session itself says about its settings and commands is what the user sees. */
  const opened = (session: ClientSession): string => {
    const view = answering.view(session.id);
    if (session.configOptions !== undefined) settingsInV2(view, session.configOptions);
    view.commands = commandsInV2(session.availableCommands);
    return session.id;
  };
  const sessionOf = (sessionId: string): ClientSession => {
    const session = connection.session(sessionId);
    if (session === undefined) throw new Error(`there is no session ${sessionId}`);
    return session;
  };
  const setOption = async (sessionId: string, id: string, value: string | boolean): Promise<void> => {
    const session = sessionOf(sessionId);
    await session.setConfigOption(id, value);
    opened(session);
  };
  return {
    introduction: () =>
      introductionOf({
        info: connection.agentInfo,
        authMethods: connection.authMethods,
        capabilities: connection.capabilities,
      }),
    login: (methodId) => connection.login(methodId),
    logout: () => connection.logout(),
    newSession: async (servers) => {
      const mcpServers = servers.map((server) => ({ type: 'stdio' as const, ...server }));
      return opened(await connection.newSession({ cwd: garden, ...(servers.length === 0 ? {} : { mcpServers }) }));
    },
    prompt: async (sessionId, prompt) => {
      const { stopReason, usage, error, messageId } = await sessionOf(sessionId).prompt(prompt);
      if (error !== undefined) {
        answering.view(sessionId).takeBack(messageId);
        return { error: error.code };
      }
      return { stop: stopReason ?? 'none', ...(usage === undefined ? {} : { usage }) };
    },
    cancel: (sessionId) => {
      sessionOf(sessionId).cancel();
      return Promise.resolve();
    },
    load: async (sessionId) => {
      opened(await connection.load({ sessionId, cwd: garden }));
    },
    resume: async (sessionId) => {
      opened(await connection.resume({ sessionId, cwd: garden }));
    },
    fork: async (sessionId) => opened(await connection.fork({ sessionId, cwd: garden })),
    list: async () => (await connection.listPage()).sessions,
    close: (sessionId) => connection.closeSession(sessionId),
    delete: (sessionId) => connection.delete(sessionId),
    setOption,
    setMode: (sessionId, mode) => setOption(sessionId, 'mode', mode),
    request: (method, params) => connection.request(method, params),
    notify: (method, params) => connection.notify(method, params),
    raw: (method, params) => connection.raw.requestRaw(method as 'session/new', params),
    end: () => {
      connection.destroy();
    },
  };
}
