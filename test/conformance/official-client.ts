/** Clients on the official SDK, one for each version, driven by the suite in this process. */
import { readFileSync, writeFileSync } from 'node:fs';

import * as one from '@agentclientprotocol/sdk';
import { createHttpStream } from '@agentclientprotocol/sdk/experimental/http-client';
import * as two from '@agentclientprotocol/sdk/experimental/v2/unstable';
import { createWebSocketStream, type WebSocketConstructor } from '@agentclientprotocol/sdk/experimental/ws-client';
import type { ClientDriver, ClientTask, Version } from '@acp-stack/conformance';
import { WebSocket } from 'ws';

import { openPlace } from '../../apps/conformance/src/client/place/open-place.ts';
import { byteLink, type Link } from '../interop/official-stream.ts';

const info = { name: 'official-client', version: '2.4.0' };

/** Sends one prompt, and returns when its work is over. */
type Play = (stream: Link['stream'], task: ClientTask) => { readonly done: Promise<void>; readonly close: () => void };

/** The lines of a file, as version 1 asks for them. */
function linesOf(text: string, line = 1, limit?: number): string {
  const lines = text.split('\n').slice(line - 1);
  return (limit === undefined ? lines : lines.slice(0, limit)).join('\n');
}

const ofVersion1: Play = (stream, task) => {
  const connection = one
    .client()
    .onRequest('session/request_permission', ({ params }) => ({
      outcome: { outcome: 'selected', optionId: params.options[0]?.optionId ?? '' },
    }))
    .onRequest('fs/read_text_file', ({ params }) => ({
      content: linesOf(readFileSync(params.path, 'utf8'), params.line ?? 1, params.limit ?? undefined),
    }))
    .onRequest('fs/write_text_file', ({ params }) => {
      writeFileSync(params.path, params.content);
      return {};
    })
    .onNotification('session/update', () => undefined)
    .connect(stream);
  const work = async (): Promise<void> => {
    const { agent } = connection;
    const fs = { readTextFile: true, writeTextFile: true };
    const clientCapabilities = { fs };
    const said: one.InitializeResponse = await agent.request('initialize', {
      protocolVersion: 1,
      clientInfo: info,
      clientCapabilities,
    });
    if (said.protocolVersion !== 1) return;
    const { sessionId } = await agent.request('session/new', { cwd: task.folder, mcpServers: [] });
    await agent.request('session/prompt', { sessionId, prompt: [{ type: 'text', text: task.prompt }] });
  };
  return { done: work(), close: () => connection.close() };
};

const ofVersion2: Play = (stream, task) => {
  let isIdle: (() => void) | undefined;
  const idle = new Promise<void>((resolve) => {
    isIdle = resolve;
  });
  const connection = two
    .client()
    .onRequest('session/request_permission', ({ params }) => ({
      outcome: { outcome: 'selected', optionId: params.options[0]?.optionId ?? '' },
    }))
    .onNotification('session/update', ({ params: { update } }) => {
      if (update.sessionUpdate === 'state_update' && 'state' in update && update.state === 'idle') isIdle?.();
    })
    .connect(stream);
  const work = async (): Promise<void> => {
    const { agent } = connection;
    const said = await agent.request('initialize', { protocolVersion: 2, info, capabilities: {} });
    if (said.protocolVersion !== 2 || !said.capabilities?.session) return;
    const { sessionId } = await agent.request('session/new', { cwd: task.folder, mcpServers: [] });
    await agent.request('session/prompt', { sessionId, prompt: [{ type: 'text', text: task.prompt }] });
    await idle;
  };
  return {
    done: work(),
    close: () => {
      isIdle?.();
      connection.close();
    },
  };
};

const plays: Readonly<Record<Version, Play>> = { 1: ofVersion1, 2: ofVersion2 };

/** Each run is a new client on the official SDK that speaks this version. */
export function officialClient(version: Version): ClientDriver {
  return (task) => {
    const link = byteLink();
    const { done, close } = plays[version](link.stream, task);
    const ended = done
      .catch(() => undefined)
      .then(async () => {
        close();
        await link.hangUp().catch(() => undefined);
        return 'it left';
      });
    return Promise.resolve({
      connect: (receiver) => {
        link.channel.open({
          receive: (message, text) => receiver.text(text ?? JSON.stringify(message)),
          reject: ({ text }) => receiver.text(text ?? ''),
          ended: () => receiver.ended('it closed the connection'),
        });
        return Promise.resolve({
          send: (text) => void link.channel.send(undefined, text),
          close: () => {
            link.channel.destroy();
            return Promise.resolve();
          },
        });
      },
      ended,
      stop: async () => {
        close();
        await ended;
      },
    });
  };
}

const socketClass = WebSocket as unknown as WebSocketConstructor;

/** The same with the transports of the official SDK, at the address that the suite serves. */
export function officialRemoteClient(version: Version): ClientDriver {
  return async (task) => {
    const place = await openPlace(task);
    const [url = ''] = place.words;
    const { done, close } = plays[version](
      url.startsWith('ws:') ? createWebSocketStream(url, { WebSocket: socketClass }) : createHttpStream(url),
      task,
    );
    const ended = done
      .catch(() => undefined)
      .then(() => {
        close();
        return 'it left';
      });
    return {
      seen: place.seen,
      connect: (receiver) => place.connect(receiver),
      ended,
      stop: async () => {
        close();
        await ended;
        place.close();
      },
    };
  };
}
