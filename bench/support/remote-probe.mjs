/**
 * A client and an agent in two processes, over the network: `node remote-probe.mjs <variant>
 * <transport>-<case>[,<transport>-<case>…] [<share>]`; prints the figures as JSON, one line for each case.
 *
 * The transport is `ws` or `http`. Variants: `ours`, `peer-v1` and `peer-v2` on both sides, `mixed-v1` and `mixed-v2`
 * for our client with the peer's agent, `raw` for the same messages over the bare transport. Ours and the bare one take
 * HTTP/2, the peer has HTTP/1.1 only. One fresh pair per sample; CPU is that of both processes. Besides the cases of
 * all two processes there are:
 *
 * - `sessions`: many sessions on one connection, which all get updates at once.
 * - `idle`: many connections with one session each, none of which sends anything. What one keeps alive on either side.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import { liveMegabytes } from './memory.mjs';
import { remoteAgents } from './remote-agents.mjs';
import { remoteClients } from './remote-clients.mjs';
import { best } from './timing.mjs';
import { asker, measure, timed, worker } from './work.mjs';

const [, , variant, probed, share = '1', side = 'client'] = process.argv;
const [, transport] = /^(ws|http)-/.exec(probed);
const names = probed.split(',').map((each) => each.slice(transport.length + 1));
const version = variant.endsWith('v1') ? 'v1' : 'v2';
const [client, agent] = {
  ours: ['ours', 'ours'],
  peer: ['peer', 'peer'],
  mixed: ['ours', 'peer'],
  raw: [`raw-${transport}`, `raw-${transport}`],
}[variant.split('-')[0]];

const isShort = Number(share) < 0.3;
const sessions = isShort ? 50 : 1000;
const updatesPerSession = 20;
const connections = isShort ? 40 : 200;

/** Starts the agent; its first line is its address, the others answer questions. */
async function startAgent() {
  const args = [fileURLToPath(import.meta.url), variant, probed, share, 'agent'];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let onLine;
  const url = await new Promise((resolve) => {
    onLine = resolve;
    createInterface(child.stdout).on('line', (line) => onLine(line));
  });
  return {
    url,
    onLine: (listen) => {
      onLine = listen;
    },
    close: () => child.kill(),
  };
}

const connect = (url, onUpdate) => remoteClients[client]({ url, transport, version, onUpdate });

async function open(onUpdate) {
  const { url, ...rest } = await startAgent();
  return { ...rest, url, ...(await connect(url, onUpdate)) };
}

/** Makes `count` of something, a few at a time. */
async function several(count, make) {
  const made = [];
  while (made.length < count) {
    const some = Array.from({ length: Math.min(50, count - made.length) }, make);
    made.push(...(await Promise.all(some)));
  }
  return made;
}

async function manySessions({ client: opened, counting: { after, seen }, ask }) {
  const prompts = await several(sessions, opened.newSession);
  const total = sessions * updatesPerSession;
  let missing = 0;
  const run = async () => {
    const all = after(total);
    await Promise.all(prompts.map((prompt) => prompt(`chunk ${updatesPerSession}`)));
    missing += total - seen();
    await all;
  };
  await run();
  missing = 0;
  const measured = [await timed(ask, run), await timed(ask, run), await timed(ask, run)];
  return { ...best(measured, total), missing };
}

async function idleConnections() {
  const opened = await open(() => undefined);
  const ask = asker(opened);
  const more = () => connect(opened.url, () => undefined);
  // The first ones also pay for what exists once, such as compiled code.
  const kept = await several(connections / 2, more);
  const before = { agent: await ask('memory'), client: liveMegabytes() };
  kept.push(...(await several(connections, more)));
  const after = { agent: await ask('memory'), client: liveMegabytes() };
  opened.close();
  const kilobytes = (which) => ((after[which] - before[which]) * 1024) / connections;
  return { agent: kilobytes('agent'), client: kilobytes('client'), open: kept.length };
}

const tell = (text) => void process.stdout.write(text);

if (side === 'agent') {
  const url = await remoteAgents[agent]({ version, onPrompt: worker({ version, tell }) });
  tell(`${url}\n`);
} else {
  const measured = names.includes('idle')
    ? [await idleConnections()]
    : await measure({ names, share: Number(share), open, others: { sessions: manySessions } });
  for (const figures of measured) console.log(JSON.stringify(figures));
  process.exit(0);
}
