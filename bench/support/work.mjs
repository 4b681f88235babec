/**
 * The work that two processes are measured by: what a client asks for with the words of a prompt, and what an agent
 * does about it.
 */
import { liveMegabytes } from './memory.mjs';
import { diffs, edits, parsed, updates } from './messages.mjs';
import { best, timedCalls } from './timing.mjs';

/** The same update in a text that is not English; `index` makes each one different. */
const foreign = (index) =>
  `Änderung ${index}: der Gärtner prüft die Beete – 花园里有什么 – und schlägt „etwas Kleines“ vor,\n`.repeat(50);
const unicodeDiff = (version) => (index) => {
  const { sessionId, update } = diffs[version](index);
  const [diff] = update.content;
  const content =
    version === 'v1'
      ? { ...diff, oldText: foreign(index).slice(0, 1700), newText: foreign(index).slice(7, 1707) }
      : { ...diff, patch: { ...diff.patch, text: foreign(index).slice(0, 3400) } };
  return { sessionId, update: { ...update, content: [content] } };
};

/** What streams are made of, and how many. */
const streams = {
  chunk: { make: () => updates.chunk, count: 60_000 },
  tool: { make: (version) => diffs[version], count: 12_000 },
  'tool-unicode': { make: unicodeDiff, count: 12_000 },
  edit: { make: (version) => edits[version], count: 12_000 },
};
/** Calls at a time, and how many. */
const calls = { 'requests-1': { inFlight: 1, count: 6000 }, 'requests-100': { inFlight: 100, count: 40_000 } };
/** How often a stream runs. */
const runs = 3;

// ------------------------------------------------------------------------------------------------ the agent's

const reports = {
  cpu: () => {
    const { user, system } = process.cpuUsage();
    return user + system;
  },
  memory: () => liveMegabytes(),
};

/**
 * What an agent does with the words of a prompt. A number asks for that many updates of the case `name`; `cpu` and
 * `memory` ask for what this process has used so far, which goes to `tell`.
 */
export function worker({ name, version, tell }) {
  const make = (streams[name] ?? streams.chunk).make(version);
  const messages = new Map();
  const messagesOf = (sessionId, count) => {
    const known = messages.get(sessionId);
    if (known?.length >= count) return known;
    const made = parsed((index) => ({ ...make(index), sessionId }), count);
    messages.set(sessionId, made);
    return made;
  };
  return async (words, sessionId, send) => {
    if (words in reports) {
      tell(`${reports[words]()}\n`);
      return;
    }
    const count = Number(words);
    const own = messagesOf(sessionId, count);
    for (let index = 0; index < count; index += 1) await send(own[index]);
  };
}

// ------------------------------------------------------------------------------------------------ the client's

/**
 * Measures the case `name`. `open` makes a client that calls `onUpdate` for every update: `prompt(words)` asks its
 * agent, `onLine` hears what the agent tells. CPU is that of both processes.
 */
export async function measure({ name, share, open }) {
  const { count, ...rest } = streams[name] ?? calls[name];
  const work = { ...rest, open, count: Math.round((count * share) / 4) * 4 };
  return await (name in streams ? stream(work) : requests(work));
}

/** Asks the agent for one of its figures. */
export function asker(client) {
  let heard;
  void client.onLine((line) => heard?.(Number(line)));
  return async (words) => {
    const answer = new Promise((resolve) => (heard = resolve));
    await client.prompt(words);
    return await answer;
  };
}

/** Counts updates; `after(n)` resolves when that many have come. */
export function counter() {
  let seen = 0;
  let wanted = 0;
  let onAll;
  return {
    onUpdate: () => {
      seen += 1;
      if (seen === wanted) onAll();
    },
    after: (count) => {
      seen = 0;
      wanted = count;
      return new Promise((resolve) => (onAll = resolve));
    },
    seen: () => seen,
  };
}

/** Microseconds of CPU that this process and the agent's spend on `work`, and milliseconds that pass. */
export async function timed(ask, work) {
  const theirs = await ask('cpu');
  const ours = process.cpuUsage();
  const started = performance.now();
  await work();
  const wall = performance.now() - started;
  const { user, system } = process.cpuUsage(ours);
  return { wall, cpu: (user + system + (await ask('cpu')) - theirs) / 1000 };
}

/** Streams updates to a handler that counts; the best of a few runs after a warm-up. */
async function stream({ count, open }) {
  const { onUpdate, after } = counter();
  const client = await open(onUpdate);
  const ask = asker(client);
  const run = (total) => timed(ask, () => Promise.all([after(total), client.prompt(String(total))]));
  await run(count / 4);
  const measured = [];
  for (let index = 0; index < runs; index += 1) measured.push(await run(count));
  await client.close();
  return best(measured, count);
}

async function requests({ inFlight, count, open }) {
  const client = await open(() => undefined);
  const ask = asker(client);
  const figures = await timedCalls(() => client.prompt('0'), { inFlight, count, by: (work) => timed(ask, work) });
  await client.close();
  return figures;
}
