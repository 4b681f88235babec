/**
 * A client and an agent in two processes, over stdio: `node stdio-probe.mjs <variant> <case>[,<case>…] [<share>]`;
 * prints the figures as JSON, one line for each case.
 *
 * Variants: `ours`, `peer-v1` and `peer-v2` on both sides, `mixed-v1` and `mixed-v2` for our client with the peer's
 * agent, `raw` for a pipe with the same messages that are written, split, parsed and counted, and nothing else. One
 * fresh pair per sample; CPU is that of both processes.
 */
import { spawn } from 'node:child_process';
import { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';

import { peerVersions } from './peer-versions.mjs';
import { measure, worker } from './work.mjs';

const [, , variant, names, share = '1', side = 'client'] = process.argv;
const self = fileURLToPath(import.meta.url);
const making = {
  client: variant.replace('mixed-v1', 'ours').replace('mixed-v2', 'ours'),
  agent: variant.replace('mixed', 'peer'),
};
const version = variant.endsWith('v1') ? 'v1' : 'v2';

const argv = [process.execPath, self, variant, names, share, 'agent'];
const prompt = (words) => [{ type: 'text', text: words }];

// ------------------------------------------------------------------------------------------------ agents

/** What the agent tells goes to stderr, because stdout is the connection. */
const onPrompt = worker({ version, tell: (text) => process.stderr.write(text) });

const agents = {
  ours: async () => {
    const { Connection } = await import('@acp-stack/sdk');
    const { stdio } = await import('@acp-stack/stdio');
    const connection = new Connection('agent', stdio());
    const send = (params) => connection.notify('session/update', params);
    connection.onRawRequest('initialize', () => peerVersions.v2.initialized);
    connection.onRequest('session/new', () => ({ sessionId: 'sess_1' }));
    connection.onRequest('session/prompt', async (params) => {
      await onPrompt(params.prompt[0].text, params.sessionId, send);
      return { messageId: 'm' };
    });
  },
  peer: async () => {
    const { entry, initialized, prompted } = peerVersions[version];
    const { agent, methods, ndJsonStream } = await import(entry);
    agent({ name: 'a' })
      .onRequest(methods.agent.initialize, () => initialized)
      .onRequest(methods.agent.session.new, () => ({ sessionId: 'sess_1' }))
      .onRequest(methods.agent.session.prompt, async ({ client, params }) => {
        const send = (update) => client.notify(methods.client.session.update, update);
        await onPrompt(params.prompt[0].text, params.sessionId, send);
        return prompted;
      })
      .connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)));
  },
  /** Writes as fast as the pipe takes it, 64 KiB at a time. */
  raw: async () => {
    let text = '';
    const flush = () =>
      new Promise((resolve) => {
        const full = text;
        text = '';
        process.stdout.write(full, resolve);
      });
    const send = (params) => {
      text += `${JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params })}\n`;
      return text.length < 65_536 ? undefined : flush();
    };
    for await (const line of process.stdin) {
      await onPrompt(String(line), 'sess_1', send);
      text += '{"jsonrpc":"2.0","id":1,"result":{}}\n';
      await flush();
    }
  },
};

// ------------------------------------------------------------------------------------------------ clients

const clients = {
  ours: async (onUpdate) => {
    const { Connection } = await import('@acp-stack/sdk');
    const { spawnAgent } = await import('@acp-stack/stdio');
    const channel = spawnAgent(argv);
    const connection = new Connection('client', channel);
    connection.onNotification('session/update', ({ update }) => {
      if (update.sessionUpdate !== 'state_update' && update.sessionUpdate !== 'user_message') onUpdate();
    });
    await connection.requestRaw('initialize', peerVersions.v2.initialize);
    connection.setAdvertised({ capabilities: { session: {} } });
    const { sessionId } = await connection.request('session/new', { cwd: '/' });
    return {
      prompt: (words) => connection.request('session/prompt', { sessionId, prompt: prompt(words) }),
      onLine: async (listen) => {
        for await (const { text } of channel.stderr) listen(text);
      },
      close: () => channel.kill(),
    };
  },
  peer: async (onUpdate) => {
    const { entry, initialize, newSession } = peerVersions[version];
    const { client, methods, ndJsonStream } = await import(entry);
    const child = spawn(argv[0], argv.slice(1), { stdio: ['pipe', 'pipe', 'pipe'] });
    const app = client({ name: 'c' }).onNotification(methods.client.session.update, () => onUpdate());
    const bytes = ndJsonStream(Writable.toWeb(child.stdin), Readable.toWeb(child.stdout));
    const context = await new Promise((resolve, reject) => {
      app
        .connectWith(bytes, async (opened) => {
          await opened.request(methods.agent.initialize, initialize);
          resolve(opened);
          await new Promise(() => undefined);
        })
        .catch(reject);
    });
    const { sessionId } = await context.request(methods.agent.session.new, newSession);
    return {
      prompt: (words) => context.request(methods.agent.session.prompt, { sessionId, prompt: prompt(words) }),
      onLine: async (listen) => {
        for await (const line of child.stderr) listen(String(line));
      },
      close: () => child.kill(),
    };
  },
  raw: async (onUpdate) => {
    const child = spawn(argv[0], argv.slice(1), { stdio: ['pipe', 'pipe', 'pipe'] });
    let answered;
    let rest = '';
    child.stdout.on('data', (chunk) => {
      const last = chunk.lastIndexOf(10);
      const decode = names.includes('tool-unicode') ? 'utf8' : 'latin1';
      if (last === -1) {
        rest += chunk.toString(decode);
        return;
      }
      const lines = (rest + chunk.toString(decode, 0, last)).split('\n');
      rest = chunk.toString(decode, last + 1);
      for (const line of lines) {
        const message = JSON.parse(line);
        if (message.method === 'session/update') onUpdate();
        else answered();
      }
    });
    return {
      prompt: (words) =>
        new Promise((resolve) => {
          answered = resolve;
          child.stdin.write(words);
        }),
      onLine: async (listen) => {
        for await (const line of child.stderr) listen(String(line));
      },
      close: () => child.kill(),
    };
  },
};

const kind = (each) => (each.startsWith('peer') ? 'peer' : each);

if (side === 'agent') await agents[kind(making.agent)]();
else {
  const open = clients[kind(making.client)];
  for (const figures of await measure({ names: names.split(','), share: Number(share), open }))
    console.log(JSON.stringify(figures));
  process.exit(0);
}
