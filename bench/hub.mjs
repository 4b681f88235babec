/**
 * Measures a hub in a process of its own, with clients and an agent in two others: live sessions, attaching to a long
 * one, idle sessions, throughput, and taking over after kill -9; on SQLite and on PostgreSQL.
 *
 * The bare database and the bare transport are measured in the same run: appends of the same records without a hub, and
 * the same updates over a WebSocket server that stores nothing. A case that fails is a row that says so, and the run
 * goes on.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { percentile } from './support/interleave.mjs';
import { appendsOf, bareAppends, isQuiet } from './support/bare-appends.mjs';
import { measureCases } from './support/measure-cases.mjs';
import { row } from './support/rounds.mjs';

const program = fileURLToPath(new URL('support/hub-program.mjs', import.meta.url));
const bareProgram = fileURLToPath(new URL('support/bare-sockets.mjs', import.meta.url));
const clientProgram = fileURLToPath(new URL('support/hub-clients.mjs', import.meta.url));

/** What is measured on each engine, by the name that `--case` takes. */
const measures = { live, attach, idle, throughput, growth, takeover };
const engineNames = ['sqlite', 'postgresql'];

/**
 * Yields the rows of each case; `hubShare` scales sessions, seconds and updates. `hub` says which engine and which case
 * are measured, by default all, and how many seconds the live sessions last.
 */
export async function* benchHub({ hubShare: share, isShort, say, hub = {} }) {
  const { engine: engineName, case: caseName, seconds } = hub;
  check('engine', engineName, engineNames);
  check('case', caseName, [...Object.keys(measures), 'transport']);
  const settings = { share, say, seconds };
  const isWanted = (name) => caseName === undefined || caseName === name;
  if (caseName !== 'transport') {
    for (const start of startsOf(engineName, isShort)) {
      const engine = await start(say);
      if (engine === undefined) continue;
      const names = Object.keys(measures).filter(
        (name) =>
          isWanted(name) && (name !== 'growth' || !isShort) && (name !== 'takeover' || engine.name === 'PostgreSQL'),
      );
      try {
        yield* measureCases(names.flatMap((name) => casesOf(name, engine, settings)));
      } finally {
        await engine.close();
      }
    }
  }
  // What live sessions are compared with, in the same run.
  if (isWanted('transport') || caseName === 'live') {
    const bare = { name: 'bare WebSockets' };
    yield* measureCases([{ about: about(bare, 'transport', ''), measure: () => bareTransport(settings) }]);
  }
}

/** The cases of one name: growth has one for each point. */
function casesOf(name, engine, settings) {
  if (name === 'growth')
    return growth(engine, settings).map(([point, measure]) => ({ about: about(engine, point, ''), measure }));
  return [{ about: about(engine, name, ''), measure: () => measures[name](engine, settings) }];
}

function check(option, value, known) {
  if (value !== undefined && !known.includes(value))
    throw new Error(`--${option} must be one of ${known.join(', ')}, not ${value}.`);
}

/** The functions that start the engines; one that was not asked for by its name is left out if it cannot be started. */
function startsOf(engineName, isShort) {
  if (engineName === 'sqlite' || (engineName === undefined && isShort)) return [startSqlite];
  if (engineName === 'postgresql') return [startPostgres];
  const startIfPossible = async (say) => {
    try {
      return await startPostgres();
    } catch (error) {
      say(`  PostgreSQL cannot be started here, so it is left out: ${error.message}`);
      return undefined;
    }
  };
  return [startSqlite, startIfPossible];
}

/** A new file for each case. */
async function startSqlite() {
  const folder = mkdtempSync(join(tmpdir(), 'acp-hub-'));
  let number = 0;
  return {
    name: 'SQLite',
    delay: 250,
    next: () => join(folder, `${(number += 1)}.db`),
    close: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** A server with a schema for each case. */
async function startPostgres() {
  const { privatePostgres } = await import('../test/support/postgres-server.mjs');
  const server = await privatePostgres();
  let number = 0;
  return {
    name: 'PostgreSQL',
    delay: 400,
    next: () => `${server.url}#bench${(number += 1)}`,
    close: () => server.stop(),
  };
}

/** How long an answer may take beside the time that it takes by design, in milliseconds. */
const patience = 600_000;

/** A program that answers each message with one message. */
class Program {
  #child;
  static async start(path, args = []) {
    const started = new Program();
    started.#child = fork(path, args, { execArgv: ['--expose-gc'], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    return started;
  }

  get pid() {
    return this.#child.pid;
  }

  async answer(milliseconds = 0) {
    const over = new AbortController();
    const { signal } = over;
    const answered = once(this.#child, 'message', { signal }).then(([message]) => message);
    const ended = once(this.#child, 'exit', { signal }).then(([code]) => {
      throw new Error(`It ended with ${code}.`);
    });
    const late = sleep(milliseconds + patience, undefined, { signal }).then(() => {
      throw new Error('It did not answer in time.');
    });
    for (const each of [answered, ended, late]) each.catch(() => undefined);
    try {
      const { error, ...message } = await Promise.race([answered, ended, late]);
      if (error !== undefined) throw new Error(error);
      return message;
    } finally {
      over.abort();
    }
  }

  /** Sends a message; the answer may take so many milliseconds by design. */
  async ask(message, milliseconds) {
    const answer = this.answer(milliseconds);
    this.#child.send(message);
    return answer;
  }

  /** Lets a hub hand over its sessions and end. */
  async close() {
    const ended = once(this.#child, 'exit');
    this.#child.send('close');
    await ended;
  }

  async kill() {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await ended;
  }
}

/** A hub and its clients. */
async function withHub(database, work) {
  const hub = await Program.start(program, [database]);
  const clients = await Program.start(clientProgram);
  try {
    const { url } = await hub.answer();
    return await work({
      url,
      hub,
      open: async (sessions, count) =>
        (await clients.ask({ open: { url, sessions, clients: count } })).result.sessionIds,
      prompt: async (text, milliseconds) => (await clients.ask({ prompt: text }, milliseconds)).result,
      attach: async (sessionId, meta) => (await clients.ask({ attach: { url, sessionId, meta } })).result.ms,
      create: (sessions) => clients.ask({ create: { url, sessions } }),
      usage: async () => (await hub.ask('usage')).usage,
    });
  } finally {
    await Promise.all([clients.kill(), hub.kill()]);
  }
}

const about = (engine, name, unit, better = 'lower') => ({
  group: 'hub',
  name: `${engine.name}: ${name}`,
  unit,
  better,
});

/** 1,000 sessions, 2 updates a second each, 2 clients for each, 10 minutes. */
async function live(engine, { share, say, seconds: wanted }) {
  const sessions = Math.max(5, Math.round(1000 * share));
  const seconds = wanted ?? Math.max(2, Math.round(600 * share));
  say(`  ${engine.name}: ${sessions} live sessions for ${seconds} s …`);
  return withHub(engine.next(), async ({ open, prompt, usage }) => {
    await open(sessions, 2);
    const before = await usage();
    const { p50, p99, seen, wrong } = await prompt(`tick 500 ${seconds * 2}`, seconds * 1000);
    const { cpu, memory } = await usage();
    const expected = sessions * 2 * seconds * 2;
    const name = `${sessions} live sessions, 2 updates a second each, 2 clients for each, ${seconds} s`;
    return [
      row(about(engine, `${name}: delay from agent to client, p50`, 'ms'), [p50]),
      row(about(engine, `${name}: delay from agent to client, p99`, 'ms'), [p99], engine.delay),
      row(about(engine, `${name}: updates missing, repeated or out of order`, 'updates'), [expected - seen + wrong], 0),
      row(about(engine, `${name}: memory of the hub`, 'MB'), [memory / 1e6], 600),
      row(about(engine, `${name}: CPU of the hub for a delivered update`, 'µs'), [((cpu - before.cpu) / seen) * 1e6]),
    ];
  });
}

/** How many of the last entries a client asks for that shows the end first. */
const tail = 50;

/** From `session/resume` with a replay of the whole history, or of its end, until the last update is seen. */
async function attach(engine, { share, say }) {
  const length = Math.max(500, Math.round(100_000 * share));
  say(`  ${engine.name}: attaching to a session of ${length} updates …`);
  return withHub(engine.next(), async ({ open, prompt, attach: attachTo }) => {
    const [sessionId] = await open(1, 1);
    await prompt(`burst ${length} 50`);
    const whole = [];
    const ends = [];
    for (let round = 0; round < 5; round += 1) {
      whole.push(await attachTo(sessionId));
      ends.push(await attachTo(sessionId, { 'acp-stack.dev/hub': { tail } }));
    }
    const name = `attaching to a session of ${length} updates, until its end is seen`;
    return [
      row(about(engine, `${name}, the last ${tail} messages`, 'ms'), ends, 300),
      row(about(engine, `${name}, the whole history in merged messages`, 'ms'), whole, 300),
    ];
  });
}

/** The memory that stored sessions cost when nothing uses them. */
async function idle(engine, { share, say }) {
  const sessions = Math.max(50, Math.round(10_000 * share));
  say(`  ${engine.name}: ${sessions} idle sessions …`);
  const database = engine.next();
  await withHub(database, async ({ hub, create }) => {
    await create(sessions);
    await hub.close();
  });
  const empty = await withHub(engine.next(), async ({ usage }) => (await usage()).memory);
  const full = await withHub(database, async ({ usage }) => (await usage()).memory);
  const name = `memory of ${sessions} stored idle sessions`;
  return [row(about(engine, name, 'MB'), [Math.max(0, full - empty) / 1e6], 10)];
}

/** The records that a hub reads for each of 16 sessions from a pipe at once: 64 KiB of lines. */
const recordsAtOnce = 16;

/**
 * Updates of 16 sessions at once, as fast as they are taken, against appends of the same records without a hub, in turns.
 *
 * The bare appends have as many records as a hub reads at once. While an append of a hub is under way, more is read, so
 * its next append is larger; a second row compares with appends of that size, which are not limited by what arrives.
 * The agent and the clients use the same processors as the hub, and the bare appends have them for themselves.
 */
async function throughput(engine, { share, say }) {
  const sessions = 16;
  const each = Math.max(100, Math.round(5000 * share));
  const turns = share < 1 ? 1 : 5;
  say(`  ${engine.name}: ${sessions * each} updates as fast as possible, ${turns} times …`);
  return withHub(engine.next(), async ({ url, open, prompt, usage }) => {
    await open(sessions, 1);
    await prompt('burst 100 50');
    const [ratios, ratiosOfSameSize] = [[], []];
    for (let turn = 0; turn < turns; turn += 1) {
      const before = await appendsOf(url);
      const { ms } = await prompt(`burst ${each} 50`);
      const after = await appendsOf(url);
      await isQuiet(usage);
      const size = Math.max(1, Math.round((after.records - before.records) / (after.appends - before.appends)));
      ratios.push(((await bareAppends(engine, { sessions, each, size: recordsAtOnce })) / ms) * 100);
      ratiosOfSameSize.push(((await bareAppends(engine, { sessions, each, size })) / ms) * 100);
      say(`    ${Math.round((sessions * each * 1000) / ms)} updates a second, ${size} in an append`);
    }
    const name = `${sessions * each} updates of ${sessions} sessions: rate against bare appends`;
    return [
      row(about(engine, `${name} of ${recordsAtOnce}`, '%', 'higher'), ratios, 60),
      row(about(engine, `${name} as large as those of the hub`, '%', 'higher'), ratiosOfSameSize),
    ];
  });
}

/** How cost grows, at least four points each: the name of each point, and the function that measures it. */
function growth(engine, { say }) {
  const bySessions = (sessions, clients) => {
    const name = `growth, ${sessions} sessions, ${clients} clients each`;
    return [name, () => growthOfSessions(engine, { say, name, sessions, clients })];
  };
  const byLength = (length) => {
    const name = `growth, a history of ${length} updates`;
    return [name, () => growthOfHistory(engine, { say, name, length })];
  };
  return [
    ...[50, 100, 200, 400].map((sessions) => bySessions(sessions, 2)),
    ...[1, 2, 4, 8].map((clients) => bySessions(50, clients)),
    ...[1000, 10_000, 50_000, 100_000].map(byLength),
  ];
}

function growthOfSessions(engine, { say, name, sessions, clients }) {
  say(`  ${engine.name}: ${name} …`);
  return withHub(engine.next(), async ({ open, prompt, usage }) => {
    await open(sessions, clients);
    const before = await usage();
    const { p99, seen } = await prompt('tick 500 20');
    const { cpu, memory } = await usage();
    return [
      row(about(engine, `${name}: delay, p99`, 'ms'), [p99]),
      row(about(engine, `${name}: CPU for a delivered update`, 'µs'), [((cpu - before.cpu) / seen) * 1e6]),
      row(about(engine, `${name}: memory`, 'MB'), [memory / 1e6]),
    ];
  });
}

function growthOfHistory(engine, { say, name, length }) {
  say(`  ${engine.name}: ${name} …`);
  return withHub(engine.next(), async ({ open, prompt, attach: attachTo, usage }) => {
    const [sessionId] = await open(1, 1);
    await prompt(`burst ${length} 50`);
    const times = [];
    for (let round = 0; round < 3; round += 1) times.push(await attachTo(sessionId));
    return [
      row(about(engine, `${name}: attaching`, 'ms'), times),
      row(about(engine, `${name}: memory`, 'MB'), [(await usage()).memory / 1e6]),
    ];
  });
}

/** From kill -9 of the hub that owns a session until a client of another hub has a prompt accepted in it. */
async function takeover(engine, { share, say }) {
  const rounds = Math.max(3, Math.round(20 * share));
  say(`  ${engine.name}: kill -9 of the owner, ${rounds} times …`);
  const database = engine.next();
  const times = [];
  const started = [];
  const start = async (...args) => {
    const child = await Program.start(...args);
    started.push(child);
    return child;
  };
  try {
    let survivor = await start(program, [database]);
    let { url } = await survivor.answer();
    for (let round = 0; round < rounds; round += 1) {
      const owner = survivor;
      const clients = await start(clientProgram);
      const { result } = await clients.ask({ open: { url, sessions: 1, clients: 1 } });
      const [sessionId] = result.sessionIds;
      survivor = await start(program, [database]);
      ({ url } = await survivor.answer());
      await clients.ask({ start: 'tick 100 1000' });
      const began = performance.now();
      await owner.kill();
      const others = await start(clientProgram);
      await others.ask({ takenOver: { url, sessionId } });
      times.push(performance.now() - began);
      await Promise.all([clients.kill(), others.kill()]);
    }
  } finally {
    await Promise.all(started.map((child) => child.kill()));
  }
  const name = `from kill -9 of the owner until its session is ready on another hub, p99 of ${rounds}`;
  return [row(about(engine, name, 's'), [percentile(times, 0.99) / 1000], 5)];
}

/** The same updates over a WebSocket server that stores nothing. */
async function bareTransport({ share, say, seconds: wanted }) {
  const sessions = Math.max(5, Math.round(1000 * share));
  const seconds = wanted ?? Math.max(2, Math.round(60 * share));
  say(`  bare WebSockets: ${sessions} live sessions for ${seconds} s …`);
  const server = await Program.start(bareProgram);
  const clients = await Program.start(clientProgram);
  try {
    const { url } = await server.answer();
    await clients.ask({ open: { url, sessions, clients: 2 } });
    const { result } = await clients.ask({ prompt: `tick 500 ${seconds * 2}` }, seconds * 1000);
    const name = `${sessions} live sessions, 2 updates a second each, 2 clients for each, ${seconds} s`;
    const bare = { name: 'bare WebSockets' };
    return [
      row(about(bare, `${name}: delay from server to client, p50`, 'ms'), [result.p50]),
      row(about(bare, `${name}: delay from server to client, p99`, 'ms'), [result.p99]),
    ];
  } finally {
    await Promise.all([clients.kill(), server.kill()]);
  }
}
