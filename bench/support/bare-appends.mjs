/** Appends without a hub, to compare the throughput of one with, and what a hub says of its own appends. */
import { setTimeout as sleep } from 'node:timers/promises';

import { updates } from './messages.mjs';
import { openJournal } from './open-journal.mjs';

/** How many records a hub has appended, and how many appends that took. */
export async function appendsOf(url) {
  const text = await (await fetch(new URL('/metrics', url))).text();
  const valueOf = (name) => Number(new RegExp(`^${name} (\\d+)`, 'mu').exec(text)?.[1]);
  return { records: valueOf('acp_hub_records_appended_total'), appends: valueOf('acp_hub_append_seconds_count') };
}

/** Resolves when a hub has nothing to do any more, such as merging history. */
export async function isQuiet(usage) {
  for (let before = Infinity, round = 0; round < 100; round += 1) {
    const { cpu } = await usage();
    if (cpu - before < 0.05) return;
    before = cpu;
    await sleep(100);
  }
}

/** The milliseconds of appending such records as a hub stores, `size` at once and one append of each stream at a time. */
export async function bareAppends(engine, { sessions, each, size }) {
  const journal = await openJournal(engine.next());
  const streams = Array.from({ length: sessions }, (_, n) => `s${n}`);
  for (const stream of streams) await journal.create(stream);
  const began = performance.now();
  await Promise.all(
    streams.map(async (stream) => {
      for (let n = 0; n < each; n += size) {
        const batch = Array.from({ length: Math.min(size, each - n) }, (_, k) => recordOf(n + k));
        await journal.append(stream, batch);
      }
    }),
  );
  const ms = performance.now() - began;
  await journal.close();
  return ms;
}

/** A record of the size that the agent's updates have: `ticking-agent.mjs` puts the time and a number before the text. */
function recordOf(number) {
  const { update } = updates.chunk(number);
  const text = `1700000000000.00 ${number} ${update.content.text}`;
  return { kind: 'update', update: { ...update, content: { type: 'text', text } } };
}
