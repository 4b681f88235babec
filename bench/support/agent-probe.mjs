/**
 * Started once per sample: `node agent-probe.mjs <agent|service|bytes> <burst|paced>[,<burst|paced>] [share]`; prints
 * the figures as JSON, one line for each case.
 *
 * `agent` is the whole agent with a client that only counts, `service` the package that speaks to the service and
 * nothing else, `bytes` reads the answer and does not look at it. The service is another process.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

import { best, measured } from './timing.mjs';

const [, , variant, names, share = '1'] = process.argv;
const isShort = Number(share) < 0.3;
/** Fewer would measure the compiler, which a short run may do. */
const fewest = isShort ? { burst: 500, paced: 100 } : { burst: 15_000, paced: 500 };
const repeats = isShort ? 1 : 3;

/** What is asked; every variant gets the same answer. */
const request = { model: 'm', messages: [{ role: 'user', content: 'go' }], stream: true };

const variants = {
  bytes:
    async ({ url }) =>
    async () => {
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(`${url}/chat/completions`, {
        method: 'POST',
        headers,
        body: JSON.stringify(request),
      });
      const reader = response.body.getReader();
      while (!(await reader.read()).done);
    },
  service: async ({ url }) => {
    const agent = createRequire(new URL('../../apps/agent/package.json', import.meta.url));
    const { createOpenAICompatible } = agent('@ai-sdk/openai-compatible');
    const model = createOpenAICompatible({ name: 'service', baseURL: url, includeUsage: true }).languageModel('m');
    return async () => {
      const { stream } = await model.doStream({ prompt: [{ role: 'user', content: [{ type: 'text', text: 'go' }] }] });
      const reader = stream.getReader();
      while (!(await reader.read()).done);
    };
  },
  agent: async ({ url, count }) => {
    const [{ runAgent }, { lineChannel }] = await Promise.all([import('@acp-stack/agent'), import('@acp-stack/rpc')]);
    const client = countingClient();
    const env = { OPENAI_BASE_URL: url, ACP_AGENT_MODEL: 'm', XDG_CONFIG_HOME: '/nowhere' };
    const channel = lineChannel(client.source, client.sink);
    void runAgent({ channel, env, version: '0.0.0', inMemory: true, onError: console.error });
    await client.ask('initialize', { protocolVersion: 2, info: { name: 'bench', version: '1.0.0' }, capabilities: {} });
    const { sessionId } = await client.ask('session/new', { cwd: process.cwd() });
    return async () => {
      const before = client.chunks;
      const idle = client.idle();
      await client.ask('session/prompt', { sessionId, prompt: [{ type: 'text', text: 'go' }] });
      await idle;
      if (client.chunks - before !== count) throw new Error(`${client.chunks - before} of ${count} tokens arrived`);
    };
  },
};

/** A client at the other end of a wire that counts chunks by the look of their lines, and reads only the rest. */
function countingClient() {
  let listen;
  const listening = new Promise((resolve) => (listen = resolve));
  let onIdle;
  const answers = new Map();
  const client = {
    chunks: 0,
    source: { start: (onData) => listen(onData), pause: () => undefined, resume: () => undefined },
    sink: {
      write: (text, onTaken) => {
        for (const line of text.split('\n')) take(line);
        queueMicrotask(onTaken);
      },
      end: () => Promise.resolve(),
      destroy: () => undefined,
    },
    idle: () => new Promise((resolve) => (onIdle = resolve)),
    ask: (method, params) =>
      new Promise((resolve, reject) => {
        const id = answers.size + 1;
        answers.set(id, { resolve, reject });
        const text = `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;
        void listening.then((deliver) => deliver(new TextEncoder().encode(text)));
      }),
  };
  const take = (line) => {
    if (line === '') return;
    if (line.includes('agent_message_chunk')) {
      client.chunks += 1;
      return;
    }
    const { id, result, error, params } = JSON.parse(line);
    if (params?.update.state === 'idle') onIdle?.();
    const answer = answers.get(id);
    if (error === undefined) answer?.resolve(result);
    else answer?.reject(new Error(error.message));
  };
  return client;
}

async function measure(name) {
  const count = Math.max(fewest[name], Math.round({ burst: 20_000, paced: 2500 }[name] * Number(share)));
  const service = fork(fileURLToPath(new URL('token-service.mjs', import.meta.url)), [name, String(count)]);
  const [url] = await once(service, 'message');
  const work = await variants[variant]({ url, count });
  const timed = [];
  for (let run = 0; run <= repeats; run += 1) {
    const figures = await measured(work);
    // The first only warms up.
    if (run > 0) timed.push(figures);
  }
  service.kill();
  return best(timed, count);
}

for (const name of names.split(',')) console.log(JSON.stringify(await measure(name)));
process.exit(0);
