/** A client of version 1 on the official SDK. */
import * as stable from '@agentclientprotocol/sdk';
import * as unstable from '@agentclientprotocol/sdk/unstable';

import type { SessionUpdate } from '@acp-stack/schema/v1/unstable';

import { foldV1, openedInV1, optionsInV1, toolCallInV1 } from '../fold-v1.ts';
import type { ClientAdapter, Introduction } from '../scripted-user.ts';
import { clientInfo, garden, type ClientScript } from '../script.ts';
import { textOf } from '../fold-v1.ts';
import type { Transcript } from '../transcript.ts';
import { Answering } from './answering.ts';

const any = (params: unknown): unknown => params;
const opening = { cwd: garden, mcpServers: [] };

export interface OfficialClientOptions {
  readonly script: ClientScript;
  readonly transcript: Transcript;
  /** Whether the scenario is about drafts, which only the entry `unstable` has. */
  readonly drafts: boolean;
}

export async function officialV1Client(
  stream: unstable.Stream,
  { script, transcript, drafts }: OfficialClientOptions,
): Promise<ClientAdapter> {
  const answering = new Answering(script, transcript);
  // The stable entry has the same shape, and knows less.
  const sdk = drafts ? unstable : (stable as unknown as typeof unstable);
  const app = sdk
    .client()
    .onNotification('session/update', ({ params: { sessionId, update } }) => {
      foldV1(answering.view(sessionId), update as SessionUpdate);
      transcript.changed();
    })
    .onRequest('session/request_permission', async ({ params, signal }) => {
      const { sessionId, toolCall, options } = params;
      toolCallInV1(answering.view(sessionId), toolCall);
      const title = answering.view(sessionId).titleOf(toolCall.toolCallId) ?? '';
      return { outcome: await answering.permission(sessionId, title, options, signal) };
    })
    .onRequest('elicitation/create', async ({ params, signal }) => {
      const answer = await answering.form(params, signal);
      return answer as unstable.CreateElicitationResponse;
    })
    .onNotification('_bird', any, ({ params }) => {
      answering.told('_bird', params);
    });
  for (const [method, answer] of Object.entries(script.answers ?? {})) {
    app.onRequest(method, any, ({ params }) => answer(params));
  }
  const connection = app.connect(stream);
  const { agent } = connection;
  const introduced: unstable.InitializeResponse = await agent.request('initialize', {
    protocolVersion: 1,
    clientInfo,
    clientCapabilities: {
      elicitation: { form: {} },
      ...(script.isPlain === true ? {} : { session: { configOptions: { boolean: {} }, notices: {} } }),
    },
  });
  return {
    introduction: () => introductionOf(introduced),
    login: async (methodId) => {
      await agent.request('authenticate', { methodId });
    },
    logout: async () => {
      await agent.request('logout', {});
    },
    newSession: async (servers) => {
      const opened: unstable.NewSessionResponse = await agent.request('session/new', {
        cwd: garden,
        mcpServers: [...servers],
      });
      openedInV1(answering.view(opened.sessionId), opened as Parameters<typeof openedInV1>[1]);
      return opened.sessionId;
    },
    prompt: async (sessionId, prompt) => {
      const view = answering.view(sessionId);
      // In version 1 the client shows the message itself.
      const messageId = `prompt-${transcript.nextId()}`;
      view.say('user', messageId, prompt.map(textOf).join(''));
      try {
        const { stopReason, usage } = await agent.request('session/prompt', {
          sessionId,
          prompt: prompt as unstable.ContentBlock[],
        });
        return { stop: stopReason, ...(usage === undefined || usage === null ? {} : { usage }) };
      } catch (error) {
        view.takeBack(messageId);
        throw error;
      }
    },
    cancel: async (sessionId) => {
      await agent.notify('session/cancel', { sessionId });
      answering.cancel(sessionId);
    },
    load: async (sessionId) => {
      const opened = await agent.request('session/load', { sessionId, ...opening });
      openedInV1(answering.view(sessionId), opened as Parameters<typeof openedInV1>[1]);
    },
    resume: async (sessionId) => {
      const opened = await agent.request('session/resume', { sessionId, ...opening });
      openedInV1(answering.view(sessionId), opened as Parameters<typeof openedInV1>[1]);
    },
    fork: async (sessionId) => {
      const opened = await agent.request('session/fork', { sessionId, ...opening });
      openedInV1(answering.view(opened.sessionId), opened as Parameters<typeof openedInV1>[1]);
      return opened.sessionId;
    },
    list: async () => (await agent.request('session/list', {})).sessions,
    close: async (sessionId) => {
      await agent.request('session/close', { sessionId });
    },
    delete: async (sessionId) => {
      await agent.request('session/delete', { sessionId });
    },
    setOption: async (sessionId, configId, value) => {
      const params = typeof value === 'boolean' ? ({ type: 'boolean', value } as const) : { value };
      const { configOptions } = await agent.request('session/set_config_option', { sessionId, configId, ...params });
      answering.view(sessionId).options = optionsInV1(configOptions as Parameters<typeof optionsInV1>[0]);
    },
    setMode: async (sessionId, modeId) => {
      await agent.request('session/set_mode', { sessionId, modeId });
      answering.view(sessionId).mode = modeId;
    },
    request: (method, params) => agent.request(method, params),
    notify: (method, params) => agent.notify(method, params),
    raw: (method, params) => agent.request(method, params),
    end: () => {
      connection.close();
    },
  };
}

function introductionOf({ agentInfo, authMethods, agentCapabilities }: unstable.InitializeResponse): Introduction {
  const { loadSession, promptCapabilities, sessionCapabilities: session } = agentCapabilities ?? {};
  const can: Readonly<Record<string, boolean>> = {
    load: loadSession === true,
    list: has(session?.list),
    resume: has(session?.resume),
    close: has(session?.close),
    delete: has(session?.delete),
    image: promptCapabilities?.image === true,
    audio: promptCapabilities?.audio === true,
    embeddedContext: promptCapabilities?.embeddedContext === true,
    logout: has(agentCapabilities?.auth?.logout),
  };
  return {
    name: agentInfo?.name ?? '',
    logins: (authMethods ?? []).map(({ id }) => id),
    can: Object.keys(can).filter((name) => can[name]),
  };
}

const has = (marker: unknown): boolean => marker !== undefined && marker !== null;
