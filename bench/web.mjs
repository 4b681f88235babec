/**
 * Measures the page of `acp web` in a real browser: how fast it is there, what a long session and a token cost, and
 * whether it can be typed in while an agent writes.
 *
 * The targets are milliseconds on the reference machine, which has two shared cores; `npm test` checks only their
 * order. Sessions are made by a second client, so that the page only shows them. `--seconds 3600` streams for an hour
 * where 60 seconds are usual; the memory is sampled once a minute, and so shows whether it stays flat. `--case typing`
 * measures that alone.
 */
import { webSocket } from '@acp-stack/http/node';
import { client } from '@acp-stack/sdk';
import { gzipSync } from 'node:zlib';
import { fileURLToPath } from 'node:url';

import { importTypeScript } from './support/import-typescript.mjs';
import { percentile } from './support/interleave.mjs';
import { growthPerHour, sampleText, watchPageMemory } from './support/page-memory.mjs';
import { longTasks } from './support/trace-tasks.mjs';
import { inspectLong } from './support/web-inspector.mjs';

const agentProgram = fileURLToPath(new URL('support/web-agent.mjs', import.meta.url));
const harnessModule = new URL('../test/support/page-harness.ts', import.meta.url);

const about = (name, unit, target) => ({ group: 'web', name, unit, target, better: 'lower' });

const figure = (values) => {
  const ordered = values.toSorted((left, right) => left - right);
  return { ratio: percentile(ordered, 0.5), low: ordered[0], high: ordered.at(-1) };
};

/** What is measured, by the name that `--case` takes. */
const caseNames = ['load', 'long', 'tokens', 'typing', 'inspector'];

/** Returns the rows of the table. */
export async function benchWeb({ isShort, say, seconds = isShort ? 1 : 60, caseName }) {
  if (caseName !== undefined && !caseNames.includes(caseName))
    throw new Error(`--case must be one of ${caseNames.join(', ')}, not ${caseName}.`);
  const isWanted = (name) => caseName === undefined || caseName === name;
  const harness = await importTypeScript(harnessModule);
  const user = harness.acpUser();
  const [browser, program] = await Promise.all([
    harness.openBrowser(),
    harness.startPageProgram(user, ['web', '--', process.execPath, agentProgram]),
  ]);
  const remote = await client({ name: 'figures', version: '1.0.0' }).connect(
    webSocket(program.url, { token: program.token }),
  );
  const stand = { harness, browser, program, remote, cwd: user.project, isShort, say, seconds };
  const rows = [];
  try {
    // The address opens one page only, so that all measurements use it.
    const opened = await openMeasured(stand);
    if (isWanted('load')) rows.push(...(await firstLoad(opened, stand)));
    const sessions = await fillSessions(sizesFor(isWanted, isShort), stand);
    if (isWanted('long')) rows.push(...(await longSession(opened, sessions.at(-1), stand)));
    if (isWanted('tokens')) rows.push(...(await tokens(opened, sessions, stand)));
    if (isWanted('typing')) rows.push(...(await typing(opened, sessions[0], stand)));
    await opened.context.close();
    if (isWanted('inspector')) rows.push(...(await inspector({ ...stand, user })));
    return rows;
  } finally {
    await remote.close().catch(() => undefined);
    await browser.close();
    await program[Symbol.asyncDispose]();
    user[Symbol.dispose]();
  }
}

/** The entries of the sessions that the wanted cases need. */
function sizesFor(isWanted, isShort) {
  if (isWanted('long') || isWanted('tokens')) return isShort ? [10, 200] : [10, 1000, 10_000];
  return isWanted('typing') ? [10] : [];
}

// -------------------------------------------------------------------------------------------- the page

/** Runs in the page before its scripts: notes when messages arrive, and how long events take. */
function instrument() {
  const notes = { events: [], arrivals: [], markers: [] };
  globalThis.figures = notes;
  const Original = globalThis.WebSocket;
  globalThis.WebSocket = class extends Original {
    constructor(...args) {
      super(...args);
      this.addEventListener('message', ({ data }) => {
        if (typeof data !== 'string') return;
        for (const marker of notes.markers) {
          if (data.includes(marker)) notes.arrivals.push({ marker, at: performance.now() });
        }
      });
    }
  };
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) {
      if (name === 'keydown' || name === 'keypress' || name === 'input') notes.events.push(duration);
    }
  }).observe({ type: 'event', durationThreshold: 16 });
}

async function openMeasured({ browser, program }) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.addInitScript(instrument);
  const scripts = new Map();
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script' || scripts.has(response.url())) return;
    scripts.set(
      response.url(),
      response.body().then((body) => gzipSync(body).length),
    );
  });
  await page.goto(program.page);
  await page.getByRole('button', { name: 'Start session' }).waitFor();
  const protocol = await context.newCDPSession(page);
  await protocol.send('Performance.enable');
  return { context, page, protocol, scripts };
}

/** Seconds of CPU that the main thread of the page has used; other programs of the machine do not count. */
async function workedSeconds(protocol) {
  const { metrics } = await protocol.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'ThreadTime').value;
}

/** How much of that `work` takes. */
async function worked(protocol, work) {
  const before = await workedSeconds(protocol);
  await work();
  return (await workedSeconds(protocol)) - before;
}

const show = (page, sessionId) =>
  page.evaluate((id) => {
    location.hash = `#/s/${id}`;
  }, sessionId);

const shown = (page, text) => page.getByText(text, { exact: true }).first().waitFor({ timeout: 120_000 });

// -------------------------------------------------------------------------------------------- cases

/** First paint, and the JavaScript that is loaded until a session can be used. */
async function firstLoad({ page, scripts }, { remote, cwd, isShort, say }) {
  say('web: first paint');
  const { id } = await remote.newSession({ cwd });
  await show(page, id);
  await page.getByRole('textbox', { name: 'Message' }).waitFor();
  const sizes = await Promise.all(scripts.values());
  const paints = [];
  for (let round = 0; round < (isShort ? 1 : 5); round += 1) {
    await page.reload();
    await page.getByRole('textbox', { name: 'Message' }).waitFor();
    paints.push(await page.evaluate(firstPaint));
  }
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  return [
    { ...about('first paint', 'ms', 1000), ...figure(paints) },
    { ...about('JavaScript before the first message, gzipped', 'kB', 250), ...figure([bytes / 1000]) },
  ];
}

/** Runs in the page: when something of it was painted first. */
const firstPaint = () =>
  new Promise((resolve) => {
    new PerformanceObserver((list) => {
      const [entry] = list.getEntriesByName('first-contentful-paint');
      if (entry !== undefined) resolve(entry.startTime);
    }).observe({ type: 'paint', buffered: true });
  });

/** Makes one session for each size; resolves with their ids. */
async function fillSessions(sizes, { remote, cwd, say }) {
  const sessions = [];
  for (const size of sizes) {
    say(`web: a session of ${size} entries`);
    const session = await remote.newSession({ cwd });
    await session.prompt(`fill ${size}`);
    sessions.push({ id: session.id, size });
  }
  return sessions;
}

/** Opens a long session, and scrolls through it. */
async function longSession({ page }, { id, size }, { browser, isShort, say }) {
  say(`web: opening and scrolling ${size} entries`);
  const marker = `That was entry ${size}.`;
  const opens = [];
  for (let round = 0; round < (isShort ? 1 : 5); round += 1) {
    await page.evaluate((text) => {
      const { figures } = globalThis;
      figures.markers = [text];
      figures.arrivals = [];
    }, marker);
    await show(page, id);
    await shown(page, marker);
    opens.push(
      await page.evaluate(async () => {
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
        return performance.now() - globalThis.figures.arrivals[0].at;
      }),
    );
    if (round < 4 && !isShort) {
      // A new page has nothing of the session.
      await show(page, '');
      await page.reload();
      await page.getByRole('button', { name: 'Start session' }).waitFor();
    }
  }
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline', '__metadata'] });
  await page.mouse.move(800, 400);
  for (let step = 0; step < (isShort ? 10 : 200); step += 1) {
    await page.mouse.wheel(0, step % 50 < 25 ? -1200 : 1200);
    await page.evaluate(() => new Promise((resolve) => void requestAnimationFrame(resolve)));
  }
  const tasks = longTasks(await browser.stopTracing());
  return [
    { ...about(`a session of ${size} entries, until it is drawn`, 'ms', 500), ...figure(opens) },
    { ...about(`scrolling ${size} entries, longest task`, 'ms', 50), ...figure([tasks.longest]) },
  ];
}

/** What one token costs on the main thread, in sessions of different lengths. */
async function tokens({ page, protocol }, sessions, { remote, isShort, say }) {
  const rate = 50;
  const count = isShort ? 25 : 300;
  const costs = [];
  for (const { id, size } of sessions) {
    say(`web: tokens in a session of ${size} entries`);
    const session = remote.session(id);
    await show(page, id);
    await shown(page, `That was entry ${size}.`);
    await page.waitForTimeout(500);
    // A page that shows that the agent works draws frames without any token.
    const resting = await worked(protocol, () => session.prompt(`rest ${count / rate}`));
    const writing = await worked(protocol, () => session.prompt(`tokens ${count} ${rate}`));
    await shown(page, `Those were ${count} tokens.`);
    costs.push({ size, cost: ((writing - resting) * 1000) / count });
  }
  const [short] = costs;
  const long = costs.at(-1);
  return [
    ...costs.map(({ size, cost }) => ({
      ...about(`a token in a session of ${size} entries, main thread`, 'ms', 2),
      ...figure([cost]),
    })),
    {
      ...about(`a token with ${long.size} entries against ${short.size}`, '×', 2),
      ...figure([long.cost / short.cost]),
    },
  ];
}

/** Types while the agent sends 200 updates a second, and samples the memory. */
async function typing({ page, protocol }, { id }, { browser, program, remote, seconds, say }) {
  const rate = 200;
  say(`web: typing while ${rate} updates a second arrive, for ${seconds} s`);
  const session = remote.session(id);
  await show(page, id);
  const input = page.getByRole('textbox', { name: 'Message' });
  await input.click();
  const quiet = await keys(page, input, Math.min(10, seconds));
  const { samples, sample } = await watchPageMemory({ browser, protocol, hubPid: program.pid });
  const count = Math.max(4, Math.round(seconds / 60));
  const run = session.prompt(`tokens ${seconds * rate} ${rate}`);
  const busy = await keys(page, input, seconds, async (share) => {
    if (samples.length < Math.floor(share * count)) say(`  ${sampleText(await sample())}`);
  });
  await run;
  say(`  ${sampleText(await sample())}`);
  // What is loaded on demand, and caches that have a size, are there after a quarter of the time.
  const settled = samples.slice(Math.floor(samples.length / 4));
  const { heap } = samples.at(-1);
  const key = (times) => ({ ...figure(times), ratio: percentile(times, 0.98) });
  return [
    {
      ...about(`a key while ${rate} updates a second arrive, until it is drawn (98 % of them)`, 'ms', 100),
      ...key(busy),
    },
    { ...about('the same while nothing arrives', 'ms'), ...key(quiet) },
    { ...about(`memory after ${seconds} s against a quarter of it`, '×', 1.5), ...figure([heap / settled[0].heap]) },
    { ...about('memory, growth in an hour', 'MB'), ...figure([growthPerHour(settled, 'heap')]) },
  ];
}

/** The page of `acp inspect` with as many messages as it holds. */
async function inspector({ harness, browser, user, isShort, say }) {
  const count = isShort ? 1000 : 100_000;
  say(`web: the inspector with ${count} messages`);
  const figures = await inspectLong({ harness, browser, user, count, steps: isShort ? 10 : 200 });
  const row = (name, target, value) => ({
    ...about(`the inspector with ${count} messages, ${name}`, 'ms', target),
    ...figure([value]),
  });
  return [
    row('until all are listed', 10_000, figures.opened),
    row('scrolling, longest task', 50, figures.scrolled),
    row('filtering, longest task', 100, figures.filtered),
    row('longest task until the sequence is drawn', 200, figures.sequence),
    row('longest task until the timeline is drawn', 200, figures.timeline),
  ];
}

/** Presses a key ten times a second; resolves with the milliseconds until each was drawn. */
async function keys(page, input, seconds, each = async () => undefined) {
  await page.evaluate(() => (globalThis.figures.events = []));
  const started = performance.now();
  for (let count = 1; performance.now() - started < seconds * 1000; count += 1) {
    await page.keyboard.press('a');
    await page.waitForTimeout(100);
    if (count % 100 === 0) await input.fill('');
    await each((performance.now() - started) / (seconds * 1000));
  }
  await input.fill('');
  // Events that take less than the threshold are not reported.
  return [16, ...(await page.evaluate(() => globalThis.figures.events))];
}
