/**
 * One side of a pair of processes: `node --expose-gc process-pair.mjs <ours|bridged|peer-v1|peer-v2> agent|client
 * <case> [share]`.
 *
 * With `bridged` the side that a case is about is ours, and the other one the peer's, which speaks version 1. The
 * client starts the agent as a child and talks to it over its stdin and stdout. The side that a case is about says how
 * many megabytes it took; the client prints that on stdout as JSON. Cases:
 *
 * - `stream`: 100,000 updates, each awaited by the agent. By how much the client's memory grows at most.
 * - `burst`: 100,000 updates that the agent does not await, to a client that does not read. By how much the agent's
 *   memory grows at most.
 * - `sessions`: 10,000 idle sessions. What 1,000 of them keep alive in the client.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { liveMegabytes, watchMegabytes } from './memory.mjs';
import { updates } from './messages.mjs';

const [, , variant, side, name, share = '1'] = process.argv;
/** The side whose memory a case is about. */
const measured = { stream: 'client', sessions: 'client', burst: 'agent' };
const implementation = variant !== 'bridged' ? variant : side === measured[name] ? 'ours' : 'peer-v1';
const { openAgent, openClient } = await (implementation === 'ours'
  ? import('./pair-ours.mjs')
  : import('./pair-peer.mjs'));
const streamed = 100_000 * Number(share);
/** Ten times what is asked for, so that code which is compiled meanwhile does not count. */
const sessions = 10_000 * Number(share);
/** A burst goes on in queues and promises after its last call; the watch does too. */
const afterBurst = 200;

/** Tells the client, whose stdout is not in use. */
const tell = (figures) => process.stderr.write(`${JSON.stringify(figures)}\n`);

/** What the agent does with a prompt. Each update is an object of its own, as programs make them. */
const prompts = {
  stream: async (send) => {
    for (let index = 0; index < streamed; index += 1) await send(updates.chunk(index));
  },
  burst: async (send) => {
    const stop = watchMegabytes();
    let refused = 0;
    const onRefused = () => {
      refused += 1;
    };
    for (let index = 0; index < streamed; index += 1) send(updates.chunk(index)).catch(onRefused);
    await delay(afterBurst);
    tell({ megabytes: stop(), refused });
  },
};

/** What the client does; answers with the figures. */
const measures = {
  stream: async ({ openToListen, prompt }) => {
    const session = await openToListen();
    const stop = watchMegabytes();
    const seen = await prompt(session);
    return { megabytes: stop(), seen };
  },
  burst: async ({ openToListen, prompt }, child) => {
    const session = await openToListen();
    const told = once(child.stderr.setEncoding('utf8'), 'data');
    prompt(session).catch(() => undefined);
    // As a busy editor would: nothing is read until the agent has said how it fared.
    child.stdout.pause();
    const [figures] = await told;
    return JSON.parse(figures);
  },
  sessions: async ({ open }) => {
    const kept = [];
    // The first ones also pay for what exists once, such as compiled code.
    for (let index = 0; index < sessions / 10; index += 1) kept.push(await open());
    const before = liveMegabytes();
    for (let index = 0; index < sessions; index += 1) kept.push(await open());
    const megabytes = (liveMegabytes() - before) / (sessions / 1000);
    return { megabytes, open: kept.length };
  },
};

if (side === 'agent') await openAgent(implementation, prompts[name] ?? (() => Promise.resolve()));
else {
  const child = spawn(
    process.execPath,
    ['--expose-gc', fileURLToPath(import.meta.url), variant, 'agent', name, share],
    {
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  );
  const client = await openClient(implementation, child);
  console.log(JSON.stringify(await measures[name](client, child)));
  child.kill();
  process.exit(0);
}
