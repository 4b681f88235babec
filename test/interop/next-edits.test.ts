/** Next edit suggestions between our programs and those of the official SDK, which speaks version 1. */
import * as official from '@agentclientprotocol/sdk/experimental/nes';

import { editEngine, nesClientCapabilities, serveNes, startNes } from '@acp-stack/nes';
import { agent, client } from '@acp-stack/sdk';
import { settled, VirtualClock } from '@acp-stack/testing';
import { describe, expect, test } from 'vitest';

import { links } from './official-stream.ts';

const uri = 'file:///garden/rose.ts';
const info = { name: 'ours', version: '1.0.0' };
const text = 'let a = load(1); // é\nlet b = load(2);\nlet c = load(3);\n';
const position = { line: 0, character: 0 };

describe.each(links)('$name', ({ open }) => {
  test('our engine suggests to a client of the official SDK', async () => {
    const { channel, stream } = open();
    const app = serveNes(
      agent(info).onPrompt(() => Promise.resolve()),
      { engine: editEngine() },
    );
    const connection = app.connect(channel);
    const their = official.client().connect(stream);
    const introduced = await their.agent.request('initialize', {
      protocolVersion: 1,
      clientCapabilities: { nes: { jump: {} }, positionEncodings: ['utf-8', 'utf-16'] },
    });
    expect(introduced.agentCapabilities).toMatchObject({
      nes: { events: { document: { didChange: { syncKind: 'incremental' } } } },
      positionEncoding: 'utf-8',
    });
    const { sessionId } = await their.agent.request('nes/start', {});
    await their.agent.notify('document/didOpen', { sessionId, uri, languageId: 'typescript', version: 1, text });
    for (const line of [0, 1]) {
      const range = { start: { line, character: 8 }, end: { line, character: 12 } };
      const contentChanges = [{ range, text: 'fetch' }];
      await their.agent.notify('document/didChange', { sessionId, uri, version: line + 2, contentChanges });
    }
    const asked = {
      sessionId,
      uri,
      version: 3,
      position: { line: 1, character: 0 },
      triggerKind: 'automatic',
    } as const;
    const { suggestions } = (await their.agent.request('nes/suggest', asked)) as official.SuggestNesResponse;
    const range = { start: { line: 2, character: 8 }, end: { line: 2, character: 12 } };
    expect(suggestions).toMatchObject([{ kind: 'edit', uri, edits: [{ range, newText: 'fetch' }] }]);
    await their.agent.notify('nes/accept', { sessionId, id: suggestions[0]?.id ?? '' });
    await expect(their.agent.request('nes/close', { sessionId })).resolves.toEqual({});
    connection.raw.destroy();
    their.close();
  });

  test('our editor shows what an agent of the official SDK suggests', async () => {
    const { channel, stream, transcript } = open();
    const heard: unknown[] = [];
    const app = official
      .agent()
      .onRequest('initialize', () => ({
        protocolVersion: 1,
        agentCapabilities: {
          nes: {
            events: { document: { didOpen: {}, didChange: { syncKind: 'full' } } },
            context: { editHistory: { maxCount: 1 } },
          },
          positionEncoding: 'utf-32',
        },
      }))
      .onRequest('nes/start', () => ({ sessionId: 'n1' }))
      .onRequest('nes/suggest', ({ params }) => {
        heard.push(['suggest', params.version, params.context?.editHistory?.length]);
        const range = { start: position, end: position };
        return { suggestions: [{ kind: 'edit', id: 's1', uri: params.uri, edits: [{ range, newText: '// ' }] }] };
      })
      .onRequest('nes/close', () => undefined)
      .onNotification('document/didOpen', ({ params }) => void heard.push(['open', params.version]))
      .onNotification('document/didChange', ({ params }) => void heard.push(['change', params.contentChanges]))
      .onNotification('nes/accept', ({ params }) => void heard.push(['accept', params.id]));
    const their = app.connect(stream);
    const connection = await client(info, { capabilities: nesClientCapabilities() }).connect(channel);
    const nes = await startNes(connection, { clock: new VirtualClock() });
    nes.open(uri, 'typescript', 'a\n');
    nes.change(uri, 'b\n');
    nes.suggest(uri, { line: 0, column: 0 });
    await settled(12);
    expect(nes.accept('s1')).toMatchObject({ kind: 'edit', edits: [{ text: '// ' }] });
    await nes[Symbol.asyncDispose]();
    await settled();
    const methods = transcript.entries.flatMap((entry) =>
      entry.direction === 'out' && 'message' in entry ? [(entry.message as { readonly method?: string }).method] : [],
    );
    expect(methods.filter((method) => method !== undefined)).toEqual([
      'initialize',
      'nes/start',
      'document/didOpen',
      'document/didChange',
      'nes/suggest',
      'nes/accept',
      'nes/close',
    ]);
    // The official SDK may run the handler of a request before that of a notification which came earlier.
    expect(heard.toSorted((left, right) => JSON.stringify(left).localeCompare(JSON.stringify(right)))).toEqual([
      ['accept', 's1'],
      ['change', [{ text: 'b\n' }]],
      ['open', 1],
      ['suggest', 2, 1],
    ]);
    connection.destroy();
    their.close();
  });
});
