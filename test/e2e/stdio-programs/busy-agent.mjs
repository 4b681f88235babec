/**
 * An agent that can be killed at its work: `node busy-agent.mjs <ours|official> [stubborn]`.
 *
 * Sessions outlive it, in that it opens every session that it is asked for. To a prompt it answers with the numbers of
 * its processes, and then streams without end; `tree` has it start others first. `stubborn` ignores the end of its
 * input and SIGTERM.
 */
import { spawn } from 'node:child_process';
import { Readable, Writable } from 'node:stream';

const [, , making, manner] = process.argv;
const isStubborn = manner === 'stubborn';
const idle = ['-e', 'process.on("SIGTERM", () => undefined); setInterval(() => undefined, 1000)'];
if (isStubborn) {
  process.on('SIGTERM', () => undefined);
  setInterval(() => undefined, 1000);
}

/** A process that ends by itself never; in our group, or in a session of its own. */
const start = (detached) => spawn(process.execPath, idle, { stdio: 'ignore', detached }).pid;

/** Works on a prompt until `signal` aborts. */
async function work(words, say, signal) {
  const others = words === 'tree' ? [start(false), start(true)] : [];
  await say(JSON.stringify([process.pid, ...others]));
  if (words === 'once') return;
  for (;;) {
    if (signal?.aborted) return;
    await say('more ');
    await new Promise((resolve) => void setImmediate(resolve));
  }
}

const updatedAt = new Date(0).toISOString();

/** Knows every session, and nothing about any. */
const store = {
  create: async () => undefined,
  get: async (sessionId) => ({
    sessionId,
    cwd: process.cwd(),
    additionalDirectories: [],
    updatedAt,
    archived: false,
  }),
  patch: async () => undefined,
  list: async () => ({ sessions: [] }),
  append: async () => undefined,
  history: async function* history() {},
};

async function serveOurs() {
  const { agent } = await import('@acp-stack/sdk');
  const { stdio } = await import('@acp-stack/stdio');
  await agent({ name: 'busy', version: '1.0.0' }, { store })
    .onPrompt((turn) => work(turn.text, (text) => turn.message.append(text), turn.signal))
    .serve(stdio({ exitGrace: isStubborn ? Infinity : 100 }));
}

/** Version 1, with `session/load` only. */
async function serveOfficial() {
  const { agent, methods, ndJsonStream } = await import('@agentclientprotocol/sdk');
  const tell = (client, sessionId, text) =>
    client.notify(methods.client.session.update, {
      sessionId,
      update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } },
    });
  agent({ name: 'busy' })
    .onRequest(methods.agent.initialize, () => ({ protocolVersion: 1, agentCapabilities: { loadSession: true } }))
    .onRequest(methods.agent.session.new, () => ({ sessionId: crypto.randomUUID() }))
    .onRequest(methods.agent.session.load, async ({ client, params: { sessionId } }) => {
      await tell(client, sessionId, 'what was said before');
      return {};
    })
    .onRequest(methods.agent.session.prompt, async ({ client, params: { sessionId, prompt } }) => {
      await work(prompt[0].text, (text) => tell(client, sessionId, text));
      return { stopReason: 'end_turn' };
    })
    .connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)));
}

await (making === 'ours' ? serveOurs() : serveOfficial());
