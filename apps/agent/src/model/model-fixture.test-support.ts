/** An agent that uses a mock model server, and a client that is connected to it. */
import { memoryPair, Peer, type Clock } from '@acp-stack/rpc';
import { agent, client, type Client, type ClientSession, type SessionUpdate } from '@acp-stack/sdk';
import { modelServer, type ModelServer, type ModelServerOptions } from '@acp-stack/testing/model-server';

import { promptParts } from './history.ts';
import type { Conversation } from './message.ts';
import type { Model } from './model.ts';
import { openModel, type ModelInit } from './open-model.ts';
import { runModelTurn, type ModelTurnInit } from './run-model-turn.ts';
import type { Tool } from './tool.ts';

const info = { name: 'test', version: '1.0.0' };

export interface ModelFixtureOptions extends ModelServerOptions {
  readonly apiType?: ModelInit['apiType'];
  readonly model?: Partial<ModelInit>;
  readonly tools?: readonly Tool[];
  readonly limits?: ModelTurnInit['limits'];
  readonly effort?: ModelTurnInit['effort'];
  readonly steerInStream?: ReturnType<NonNullable<ModelTurnInit['steerInStream']>>;
  readonly clock?: Clock;
  readonly build?: (app: Client) => Client;
}

export interface ModelFixture extends AsyncDisposable {
  readonly server: ModelServer;
  readonly conversation: Conversation;
  readonly session: ClientSession;
  /** All updates that the client has received. */
  readonly heard: readonly SessionUpdate[];
  /** Resolves with the first matching update, received already or not. */
  readonly hear: (fits: (update: SessionUpdate) => boolean) => Promise<SessionUpdate>;
}

/** Starts a server, an agent and a client. */
export async function openModelFixture(options: ModelFixtureOptions): Promise<ModelFixture> {
  const server = await modelServer(options);
  const model = await scriptedModel(server, options);
  const conversation: Conversation = { messages: [] };
  const [ours, theirs] = memoryPair();
  const served = modelAgent(model, conversation, options).connect(theirs);
  const heard: SessionUpdate[] = [];
  const waiting = new Set<() => void>();
  const { build = (app) => app } = options;
  const connection = await build(client(info))
    .onUpdate((update) => {
      heard.push(update);
      for (const look of waiting) look();
    })
    .connect(ours);
  const session = await connection.newSession({ cwd: '/work' });
  const hear: ModelFixture['hear'] = (fits) =>
    new Promise((resolve) => {
      const look = (): void => {
        const found = heard.find((update) => fits(update));
        if (found === undefined) return;
        waiting.delete(look);
        resolve(found);
      };
      waiting.add(look);
      look();
    });
  return {
    server,
    conversation,
    session,
    heard,
    hear,
    [Symbol.asyncDispose]: async () => {
      connection.destroy();
      await served.close({ grace: 100 });
      await server.close();
    },
  };
}

/** A model on the mock server. */
function scriptedModel(
  server: Pick<ModelServer, 'url'>,
  { apiType = 'openai', model, key }: Pick<ModelFixtureOptions, 'apiType' | 'model' | 'key'>,
): Promise<Model> {
  return openModel({
    providerId: 'scripted',
    apiType,
    baseUrl: server.url,
    apiKey: key,
    headers: {},
    modelId: 'scripted-1',
    ...model,
  });
}

/** An agent that only calls the model. */
function modelAgent(
  model: Model,
  conversation: Conversation,
  {
    tools = [],
    limits,
    clock,
    effort,
    steerInStream = 'finish',
  }: Pick<ModelFixtureOptions, 'tools' | 'limits' | 'clock' | 'effort' | 'steerInStream'>,
): ReturnType<typeof agent> {
  const inject = { modes: ['queue', 'steer'], steerInStream: [steerInStream] } as const;
  return agent(info, { accepts: ['image', 'embeddedContext'], inject }).onPrompt((turn) => {
    conversation.messages = [...conversation.messages, { role: 'user', content: promptParts(turn.prompt) }];
    return runModelTurn({
      model,
      system: 'Be brief.',
      conversation,
      tools: () => tools,
      turn,
      effort,
      steerInStream: () => steerInStream,
      ...(limits === undefined ? {} : { limits }),
      ...(clock === undefined ? {} : { clock }),
    });
  });
}

/** A raw client of version 1. */
export async function promptAsV1(
  options: ModelFixtureOptions,
  clientCapabilities: object = {},
): Promise<{ readonly result: unknown; readonly updates: readonly Record<string, unknown>[] }> {
  const server = await modelServer(options);
  const model = await scriptedModel(server, options);
  const [ours, theirs] = memoryPair();
  const served = modelAgent(model, { messages: [] }, options).connect(theirs);
  const updates: Record<string, unknown>[] = [];
  const peer = new Peer(ours, {
    handlers: (method) =>
      method === 'session/update'
        ? {
            kind: 'notification',
            run: ({ update }: { update: Record<string, unknown> }) => void updates.push(update),
          }
        : undefined,
  });
  try {
    await peer.request('initialize', { protocolVersion: 1, clientCapabilities });
    const opened = (await peer.request('session/new', { cwd: '/work', mcpServers: [] })) as { sessionId: string };
    const prompt = [{ type: 'text', text: 'go' }];
    const result = await peer.request('session/prompt', { ...opened, prompt });
    return { result, updates };
  } finally {
    peer.destroy();
    await served.close({ grace: 100 });
    await server.close();
  }
}

/** A tool that returns the result of `run`. */
export function tool(name: string, run: Tool['run'], more: Partial<Tool> = {}): Tool {
  return {
    name,
    description: `Does ${name}.`,
    inputSchema: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
    kind: 'read',
    describe: ({ path }) => ({ title: `${name} ${String(path)}`, locations: [{ path: String(path) }] }),
    run,
    ...more,
  };
}

/** Content of a tool call: one text. */
export const shown = (text: string): { type: 'content'; content: { type: 'text'; text: string } } => ({
  type: 'content',
  content: { type: 'text', text },
});
