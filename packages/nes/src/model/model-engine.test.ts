import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

import { settled, VirtualClock } from '@acp-stack/testing';
import { describe, expect, test } from 'vitest';

import { DocumentMirror } from '../documents/document-mirror.ts';
import type { EngineRequest, NesEngine } from '../suggestions/nes-engine.ts';
import type { Suggestion } from '../suggestions/suggestion.ts';
import { applyAll } from '../text/replacements.ts';
import { modelEngine, type ModelEngineOptions } from './model-engine.ts';

const uri = 'file:///garden/rose.ts';
const silent: NesEngine = { open: () => ({ suggest: () => [] }) };

/** A document in which the user has just made `1` of `0`. */
function request(overrides: Partial<EngineRequest> = {}, text = 'const rose = 1;\nconst tulip = 2;\n') {
  const mirror = new DocumentMirror({ encoding: 'utf-16' });
  mirror.open({ uri, languageId: 'typescript', version: 1, text: text.replace('1', '0') });
  const change = mirror.change({ uri, version: 2, contentChanges: [{ text }] });
  const document = mirror.get(uri);
  if (document === undefined || change === undefined) throw new Error('no document');
  const asked: EngineRequest = {
    document,
    position: { line: 0, column: 0 },
    trigger: 'automatic',
    kinds: new Set(['edit']),
    diagnostics: [],
    context: {},
    documents: [document],
    options: {},
    signal: new AbortController().signal,
    ...overrides,
  };
  return { asked, change };
}

const answering =
  (text: string): typeof fetch =>
  () =>
    Promise.resolve(Response.json({ choices: [{ text }] }));

/** What becomes of the document; undefined without a suggestion. */
async function suggested(
  options: Partial<ModelEngineOptions>,
  { asked, change } = request(),
): Promise<string | undefined> {
  const engine = modelEngine({
    endpoint: 'http://localhost:1/v1/completions',
    model: 'sweep',
    first: silent,
    ...options,
  });
  const session = engine.open({});
  await session.changed?.(change);
  const [first]: readonly (Suggestion | undefined)[] = await session.suggest(asked);
  return first?.kind === 'edit' ? String(applyAll(asked.document.text, first.edits)) : undefined;
}

describe('an engine with a model', () => {
  test('requests all six kinds of context, and tells the model of each, but nothing of secret files', async () => {
    const position = { line: 0, character: 0 };
    const other = 'file:///garden/water.ts';
    const secret = 'file:///garden/.env';
    const prompts: string[] = [];
    const fetching: typeof fetch = (_, init) => {
      prompts.push((JSON.parse(init?.body as string) as { readonly prompt: string }).prompt);
      return Promise.resolve(Response.json({ choices: [{ text: '' }] }));
    };
    const start = { line: 0, column: 0 };
    const { asked } = request({
      diagnostics: [{ uri, span: { start, end: start }, severity: 'error', message: 'wilted' }],
      context: {
        relatedSnippets: [
          { uri: other, excerpts: [{ startLine: 0, endLine: 0, text: 'function water() {}' }] },
          { uri: secret, excerpts: [{ startLine: 0, endLine: 0, text: 'KEY=hidden' }] },
        ],
        recentFiles: [{ uri: 'file:///garden/soil.ts', languageId: 'typescript', text: 'const soil = 1;' }],
        editHistory: [{ uri, diff: '@@ -1,1 +1,1 @@\n-old\n+new' }],
        userActions: [{ action: 'insertChar', uri, position, timestampMs: 1 }],
        openFiles: [{ uri: 'file:///garden/shed.ts', languageId: 'typescript' }],
      },
    });
    const engine = modelEngine({
      endpoint: 'http://localhost:1/v1/completions',
      model: 'zeta2',
      first: silent,
      fetch: fetching,
    });
    expect(Object.keys(engine.context ?? {}).toSorted()).toEqual([
      'diagnostics',
      'editHistory',
      'openFiles',
      'recentFiles',
      'relatedSnippets',
      'userActions',
    ]);
    await engine.open({}).suggest(asked);
    for (const part of ['wilted', 'function water() {}', 'const soil = 1;', '+new', 'insertChar', 'garden/shed.ts'])
      expect(prompts[0]).toContain(part);
    expect(prompts[0]).not.toContain('hidden');
  });

  test('suggests the lines as the model writes them', async () => {
    const fetch = answering('const rose = 1;\nconst tulip = 3;\n');
    expect(await suggested({ fetch })).toBe('const rose = 1;\nconst tulip = 3;\n');
  });

  test('suggests what the model puts at the cursor', async () => {
    const position = { line: 1, column: 15 };
    const fetch = answering(' + 1');
    expect(await suggested({ model: 'qwen', fetch }, request({ position }))).toBe(
      'const rose = 1;\nconst tulip = 2 + 1;\n',
    );
  });

  test('keeps the line ends of the document', async () => {
    const fetch = answering('const rose = 1;\nconst tulip = 3;\n');
    const crlf = request({}, 'const rose = 1;\r\nconst tulip = 2;\r\n');
    expect(await suggested({ fetch }, crlf)).toBe('const rose = 1;\r\nconst tulip = 3;\r\n');
  });

  test.each([
    ['nothing', 'const rose = 1;\nconst tulip = 2;\n'],
    ['only space', 'const rose  =  1;\n\nconst tulip = 2;\n'],
    ['half a pair of brackets', 'const rose = f(1;\nconst tulip = 2;\n'],
    ['the edit of the user undone', 'const rose = 0;\nconst tulip = 2;\n'],
    ['much more than was asked for', `${'const more = 1;\n'.repeat(20)}const tulip = 2;\n`],
  ])('keeps back an answer that is %s', async (_, text) => {
    expect(await suggested({ fetch: answering(text) })).toBeUndefined();
  });

  test('asks the other engine first, and the model only without an answer', async () => {
    const edit: Suggestion = {
      kind: 'edit',
      uri,
      edits: [{ span: { start: { line: 0, column: 0 }, end: { line: 0, column: 0 } }, text: '!' }],
    };
    const first: NesEngine = { open: () => ({ suggest: () => [edit] }) };
    const fetch = (): never => {
      throw new Error('asked');
    };
    expect(await suggested({ first, fetch })).toBe('!const rose = 1;\nconst tulip = 2;\n');
  });

  test('never sends what may be secret', async () => {
    const errors: unknown[] = [];
    const fetch = (): never => {
      throw new Error('asked');
    };
    const { asked, change } = request();
    const document = { ...asked.document, uri: 'file:///garden/.env' };
    const secret = { asked: { ...asked, document }, change };
    expect(await suggested({ fetch, onError: (error) => errors.push(error) }, secret)).toBeUndefined();
    expect(errors).toEqual([]);
  });

  test('asks only this machine, unless hosts allows others', () => {
    const make = (endpoint: string, hosts: readonly string[] = []) => modelEngine({ endpoint, model: 'zeta', hosts });
    expect(() => make('https://models.example.org/v1/completions')).toThrow(/models\.example\.org is not allowed/);
    expect(make('https://models.example.org/v1/completions', ['models.example.org'])).toHaveProperty('open');
    expect(make('http://127.0.0.1:8080/v1/completions')).toHaveProperty('open');
    expect(() => make('http://127.0.0.1.example.org/')).toThrow(/is not allowed/);
    expect(() => modelEngine({ endpoint: 'http://localhost/', model: 'unheard' })).toThrow(/set format/);
  });

  test('gives a slow model little time, and then leaves it alone for a while', async () => {
    const clock = new VirtualClock();
    let asked = 0;
    const never: typeof fetch = (_, init) => {
      asked += 1;
      return new Promise((__, reject) => {
        init?.signal?.addEventListener('abort', () => {
          reject(init.signal?.reason as Error);
        });
      });
    };
    const errors: unknown[] = [];
    const engine = modelEngine({
      endpoint: 'http://localhost:1/',
      model: 'zeta',
      first: silent,
      fetch: never,
      clock,
      onError: (error) => errors.push(error),
    });
    const session = engine.open({});
    const first = session.suggest(request().asked);
    await settled();
    await clock.advance(399);
    expect(errors).toEqual([]);
    await clock.advance(1);
    expect(await first).toEqual([]);
    expect(errors).toMatchObject([{ message: 'The model took too long.' }]);
    await session.suggest(request().asked);
    expect(asked).toBe(1);
    await clock.advance(10_000);
    const again = session.suggest(request().asked);
    await clock.advance(400);
    await again;
    expect(asked).toBe(2);
  });

  test('leaves a model alone for a while that cannot be asked, unless the user asks', async () => {
    const clock = new VirtualClock();
    const errors: unknown[] = [];
    const engine = modelEngine({
      endpoint: 'http://localhost:1/',
      model: 'zeta',
      first: silent,
      fetch: () => Promise.reject(new TypeError('fetch failed')),
      clock,
      onError: (error) => errors.push(error),
    });
    const session = engine.open({});
    for (let count = 0; count < 3; count += 1) expect(await session.suggest(request().asked)).toEqual([]);
    expect(errors).toHaveLength(1);
    await session.suggest(request({ trigger: 'manual' }).asked);
    expect(errors).toHaveLength(2);
    await clock.advance(10_000);
    await session.suggest(request().asked);
    expect(errors).toHaveLength(3);
  });

  test('ends the request when the client gives up', async () => {
    const giveUp = new AbortController();
    const errors: unknown[] = [];
    const never: typeof fetch = (_, init) =>
      new Promise((__, reject) => {
        init?.signal?.addEventListener('abort', () => {
          reject(init.signal?.reason as Error);
        });
      });
    const asked = suggested(
      { fetch: never, onError: (error) => errors.push(error) },
      request({ signal: giveUp.signal }),
    );
    await settled();
    giveUp.abort();
    expect(await asked).toBeUndefined();
    expect(errors).toEqual([]);
  });
});

describe('a model behind HTTP', () => {
  async function serve(listener: RequestListener) {
    const server = createServer(listener);
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const { port } = server.address() as AddressInfo;
    return {
      endpoint: `http://127.0.0.1:${port}/v1/completions`,
      [Symbol.asyncDispose]: async () => {
        server.closeAllConnections();
        await new Promise((resolve) => void server.close(resolve));
      },
    };
  }

  async function bodyOf(incoming: IncomingMessage): Promise<unknown> {
    let text = '';
    for await (const chunk of incoming) text += String(chunk);
    return JSON.parse(text);
  }

  test('is asked as others are', async () => {
    const heard: unknown[] = [];
    await using server = await serve((incoming, response) => {
      void bodyOf(incoming).then((body) => {
        heard.push([incoming.method, incoming.headers.authorization, body]);
        response.end(JSON.stringify({ choices: [{ text: 'const rose = 1;\nconst tulip = 3;\n' }] }));
      });
    });
    const answer = await suggested({ endpoint: server.endpoint, apiKey: 'k' }, request({ trigger: 'manual' }));
    expect(answer).toBe('const rose = 1;\nconst tulip = 3;\n');
    expect(heard).toMatchObject([
      ['POST', 'Bearer k', { model: 'sweep', temperature: 0, stop: ['<|file_sep|>', '</s>'] }],
    ]);
  });

  const faults: Readonly<Record<string, RequestListener>> = {
    fails: (_, response) => {
      response.writeHead(500).end();
    },
    'answers with something else': (_, response) => {
      response.end('{}');
    },
    'answers with no JSON': (_, response) => {
      response.end('<html>');
    },
    'sends elsewhere': (_, response) => {
      response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
    },
    'hangs up': (incoming) => {
      incoming.socket.destroy();
    },
  };

  test.each(Object.entries(faults))('that %s leads to no suggestion and an error', async (_, listener) => {
    await using server = await serve(listener);
    const errors: unknown[] = [];
    const options = { endpoint: server.endpoint, onError: (error: unknown) => errors.push(error) };
    expect(await suggested(options, request({ trigger: 'manual' }))).toBeUndefined();
    expect(errors).toHaveLength(1);
  });
});
