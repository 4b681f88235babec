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
 * What an agent does with the words of a prompt. `chunk 20` asks for that many updates of that stream; `cpu` and
 * `memory` ask for what this process has used so far, which goes to `tell`.
 */
export function worker({ version, tell }) {
  const messages = new Map();
  const messagesOf = (name, sessionId, count) => {
    const key = `${name} ${sessionId}`;
    const known = messages.get(key);
    if (known?.length >= count) return known;
    const make = streams[name].make(version);
    const made = parsed((index) => ({ ...make(index), sessionId }), count);
    messages.set(key, made);
    return made;
  };
  return async (words, sessionId, send) => {
    if (words in reports) {
      tell(`${reports[words]()}\n`);
      return;
    }
    const [name, number] = words.split(' ');
    const count = Number(number);
    const own = messagesOf(name, sessionId, count);
    for (let index = 0; index < count; index += 1) await send(own[index]);
  };
}

// ------------------------------------------------------------------------------------------------ the client's

/**
 * Measures the cases `names` with one client. `open` makes a client that calls `onUpdate` for every update:
 * `prompt(words)` asks its agent, `onLine` hears what the agent tells. CPU is that of both processes. `others` are
 * cases of the caller's.
 */
export async function measure({ names, share, open, others = {} }) {
  const counting = counter();
  const client = await open(counting.onUpdate);
  const stage = { client, counting, ask: asker(client) };
  const figures = [];
  for (const name of names) {
    const { count, ...rest } = streams[name] ?? calls[name] ?? {};
    const work = { ...stage, ...rest, name, count: Math.round((count * share) / 4) * 4 };
    figures.push(await (others[name] ?? (name in streams ? stream : requests))(work));
  }
  await client.close();
  return figures;
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
function counter() {
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
async function stream({ name, count, client, counting, ask }) {
  const run = (total) => timed(ask, () => Promise.all([counting.after(total), client.prompt(`${name} ${total}`)]));
  await run(count / 4);
  const measured = [];
  for (let index = 0; index < runs; index += 1) measured.push(await run(count));
  return best(measured, count);
}

function requests({ inFlight, count, client, ask }) {
  return timedCalls(() => client.prompt('chunk 0'), { inFlight, count, by: (work) => timed(ask, work) });
}
