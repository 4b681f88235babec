/** A client of version 2 on the official SDK. */
import * as official from '@agentclientprotocol/sdk/experimental/v2/unstable';

import type { SessionConfigOption, SessionUpdate } from '@acp-stack/schema/v2/unstable';

import { foldV2, openedInV2, settingsInV2 } from '../fold-v2.ts';
import type { ClientAdapter, Introduction } from '../scripted-user.ts';
import { clientInfo, garden, type ClientScript } from '../script.ts';
import type { Transcript } from '../transcript.ts';
import { Answering } from './answering.ts';
import { TurnEnds } from './turn-ends.ts';

const any = (params: unknown): unknown => params;
const opening = { cwd: garden };

export async function officialV2Client(
  stream: official.Stream,
  { script, transcript }: { readonly script: ClientScript; readonly transcript: Transcript },
): Promise<ClientAdapter> {
  const answering = new Answering(script, transcript);
  const ends = new Map<string, TurnEnds>();
  const endsOf = (sessionId: string): TurnEnds => {
    const found = ends.get(sessionId) ?? new TurnEnds();
    ends.set(sessionId, found);
    return found;
  };
  const app = official
    .client()
    .onNotification('session/update', ({ params: { sessionId, update } }) => {
      foldV2(answering.view(sessionId), update as SessionUpdate);
      endsOf(sessionId).see(update as SessionUpdate);
      transcript.changed();
    })
    .onRequest('session/request_permission', async ({ params, signal }) => {
      const { sessionId, title, options } = params;
      return { outcome: await answering.permission(sessionId, title, options, signal) };
    })
    .onRequest('elicitation/create', async ({ params, signal }) => {
      const answer = await answering.form(params, signal);
      return answer as official.CreateElicitationResponse;
    })
    .onNotification('_bird', any, ({ params }) => {
      answering.told('_bird', params);
    });
  for (const [method, answer] of Object.entries(script.answers ?? {})) {
    app.onRequest(method as `_${string}`, any, ({ params }) => answer(params));
  }
  const connection = app.connect(stream);
  const { agent } = connection;
  const introduced = await agent.request('initialize', {
    protocolVersion: 2,
    info: clientInfo,
    capabilities: { elicitation: { form: {} } },
  });
  const opened = (sessionId: string, response: object): void => {
    openedInV2(answering.view(sessionId), response);
  };
  const setOption = async (sessionId: string, configId: string, value: string | boolean): Promise<void> => {
    const params =
      typeof value === 'boolean' ? ({ type: 'boolean', value } as const) : ({ type: 'id', value } as const);
    const { configOptions } = await agent.request('session/set_config_option', { sessionId, configId, ...params });
    settingsInV2(answering.view(sessionId), configOptions as readonly SessionConfigOption[]);
  };
  return {
    introduction: () => introductionOf(introduced),
    login: async (methodId) => {
      await agent.request('auth/login', { methodId });
    },
    logout: async () => {
      await agent.request('auth/logout', {});
    },
    newSession: async (servers) => {
      const mcpServers = servers.map((server) => ({ type: 'stdio' as const, ...server }));
      const response = await agent.request('session/new', { ...opening, mcpServers });
      opened(response.sessionId, response);
      return response.sessionId;
    },
    prompt: async (sessionId, prompt) => {
      const { messageId } = await agent.request('session/prompt', {
        sessionId,
        prompt: prompt as official.ContentBlock[],
      });
      const end = await endsOf(sessionId).of(messageId);
      if ('error' in end) answering.view(sessionId).takeBack(messageId);
      return end;
    },
    cancel: (sessionId) => agent.notify('session/cancel', { sessionId }),
    load: async (sessionId) => {
      opened(
        sessionId,
        await agent.request('session/resume', { sessionId, ...opening, replayFrom: { type: 'start' } }),
      );
    },
    resume: async (sessionId) => {
      opened(sessionId, await agent.request('session/resume', { sessionId, ...opening }));
    },
    fork: async (sessionId) => {
      const response = await agent.request('session/fork', { sessionId, ...opening });
      opened(response.sessionId, response);
      return response.sessionId;
    },
    list: async () => (await agent.request('session/list', {})).sessions,
    close: async (sessionId) => {
      await agent.request('session/close', { sessionId });
    },
    delete: async (sessionId) => {
      await agent.request('session/delete', { sessionId });
    },
    setOption,
    setMode: (sessionId, mode) => setOption(sessionId, 'mode', mode),
    request: (method, params) => agent.request(method, params),
    notify: (method, params) => agent.notify(method, params),
    raw: (method, params) => agent.request(method as '_', params),
    end: () => {
      connection.close();
    },
  };
}

/** What a client of version 2 reads in an introduction; sessions bring the methods that every agent has (INIT-18). */
export function introductionOf({ info, authMethods, capabilities }: Introduced): Introduction {
  const { session } = capabilities ?? {};
  const hasSessions = has(session);
  const can: Readonly<Record<string, boolean>> = {
    load: hasSessions,
    list: hasSessions,
    resume: hasSessions,
    close: hasSessions,
    delete: has(session?.delete),
    image: has(session?.prompt?.image),
    audio: has(session?.prompt?.audio),
    embeddedContext: has(session?.prompt?.embeddedContext),
    logout: (authMethods ?? []).length > 0,
  };
  return {
    name: info.name,
    logins: (authMethods ?? []).map(({ methodId }) => methodId),
    can: Object.keys(can).filter((name) => can[name]),
  };
}

interface Introduced {
  readonly info: { readonly name: string };
  readonly authMethods?: readonly { readonly methodId: string }[] | undefined;
  readonly capabilities?:
    | {
        readonly session?:
          | {
              readonly delete?: unknown;
              readonly prompt?:
                | { readonly image?: unknown; readonly audio?: unknown; readonly embeddedContext?: unknown }
                | null
                | undefined;
            }
          | null
          | undefined;
      }
    | undefined;
}

const has = (marker: unknown): boolean => marker !== undefined && marker !== null;
