/**
 * `npm run bench`: every figure we claim, as ratios of two variants measured in one interleaved run.
 *
 * `npm run bench -- http stdio` measures only those groups. Each group prints its rows when it is done, the group `hub`
 * those of each case, and what is being measured goes to stderr. `--short` takes seconds instead of minutes and is what
 * the tests use; `--json` prints each row as one line of JSON. `hub --engine postgresql --case live --seconds 60`
 * measures one engine, one case, and the live sessions for so long; `web --case typing --seconds 3600` streams for an
 * hour.
 */
import { setup } from '../scripts/setup.mjs';
import { pathToFileURL } from 'node:url';

const paces = {
  long: {
    isShort: false,
    rounds: 9,
    sliceMs: 12,
    warmMs: 1000,
    samples: 11,
    processes: 5,
    share: 1,
    memoryShare: 1,
    bridgeShare: 1,
    stdioShare: 1,
    journalShare: 1,
    agentShare: 1,
    remoteShare: 1,
    conductorShare: 1,
    hubShare: 1,
    versions: ['v2', 'v1'],
  },
  short: {
    isShort: true,
    rounds: 2,
    sliceMs: 2,
    warmMs: 20,
    samples: 1,
    processes: 1,
    share: 0.02,
    memoryShare: 0.02,
    bridgeShare: 0.005,
    stdioShare: 0.01,
    journalShare: 0.02,
    agentShare: 0.01,
    remoteShare: 0.01,
    conductorShare: 0.01,
    hubShare: 0.005,
    // The version that most programs use.
    versions: ['v1'],
  },
};

/** What is measured, by the name that the command takes; each loads only when it is asked for. */
const groups = {
  validation: async () => (await import('./validate.mjs')).benchValidation,
  import: async () => (await import('./import.mjs')).benchImport,
  types: async () => (await import('./types.mjs')).benchTypes,
  engine: async () => (await import('./engine.mjs')).benchEngine,
  bridge: async () => (await import('./bridge.mjs')).benchBridge,
  stdio: async () => (await import('./stdio.mjs')).benchStdio,
  'web-socket': async () => (await import('./web-socket.mjs')).benchWebSocket,
  http: async () => (await import('./http.mjs')).benchHttp,
  transcript: async () => (await import('./transcript.mjs')).benchTranscript,
  journal: async () => (await import('./journal.mjs')).benchJournal,
  nes: async () => (await import('./nes.mjs')).benchNes,
  conductor: async () => (await import('./conductor.mjs')).benchConductor,
  hub: async () => (await import('./hub.mjs')).benchHub,
  'cli-start': async () => (await import('./cli-start.mjs')).benchCliStart,
  chat: async () => (await import('./chat.mjs')).benchChat,
  'agent-start': async () => (await import('./agent-start.mjs')).benchAgentStart,
  agent: async () => (await import('./agent.mjs')).benchAgent,
  web: async () => (await import('./web.mjs')).benchWeb,
};

/** The names of all groups. */
export const groupNames = Object.keys(groups);

/**
 * Measures the groups in `names` and yields the rows of each as soon as it is done; `say` is told what is being measured.
 *
 * @param {{
 *   pace?: 'long' | 'short', names?: readonly string[], say?: (line: string) => void,
 *   hub?: { engine?: string, case?: string, seconds?: number },
 * }} [options]
 */
export async function* bench({ pace = 'long', names = groupNames, say = () => undefined, hub = {} } = {}) {
  for (const name of names) {
    say(`Measuring ${name} …`);
    const measure = await groups[name]();
    const measured = measure({
      ...paces[pace],
      say,
      ...(name === 'hub' ? { hub } : {}),
      ...(name === 'web' ? { seconds: hub.seconds, caseName: hub.case } : {}),
    });
    if (Symbol.asyncIterator in measured) yield* measured;
    else yield await measured;
  }
}

/**
 * Whether a row reaches its target.
 *
 * @param {{ ratio: number, target?: number, better: string }} row
 */
function reaches({ ratio, target, better }) {
  if (target === undefined) return true;
  return better === 'higher' ? ratio >= target : ratio <= target;
}

/** How far a short run may be from a target: on a busy machine one of two variants may get a tenth of the time of the other. */
const orderOfMagnitude = 100;

/**
 * Whether a row is a number of the right order: within two powers of ten of its target. A short run on a busy machine
 * shows no more. A ratio of two differences has no order there: a delay of one start may be longer than both.
 *
 * @param {{ ratio: number, target?: number, better: string, isOfDifferences?: boolean }} row
 */
export function isOfRightOrder({ ratio, target, better, isOfDifferences = false }) {
  if (!Number.isFinite(ratio)) return false;
  if (isOfDifferences) return true;
  return reaches({ ratio: better === 'higher' ? ratio * orderOfMagnitude : ratio / orderOfMagnitude, target, better });
}

const tableHead = ['| what | case | median [min..max] | target | result |', '|---|---|---|---|---|'].join('\n');

/** A row as a line of a Markdown table. */
function formatRow(row) {
  if (row.failure !== undefined) return `| ${row.group} | ${row.name} | ${row.failure} |  | failed |`;
  const sign = row.better === 'higher' ? '≥' : '≤';
  const figures = `${number(row.ratio)} [${number(row.low)}..${number(row.high)}]`;
  const target =
    row.target === undefined
      ? ' |  |'
      : `${sign} ${Number(row.target.toFixed(1))} | ${reaches(row) ? 'reached' : 'missed'} |`;
  return `| ${row.group} | ${row.name} | ${figures} ${row.unit} | ${target}`;
}

/** How many targets were reached, in one line, and then those that were not. */
function summarize(rows) {
  const aimed = rows.filter(({ target }) => target !== undefined);
  const missed = aimed.filter((row) => !reaches(row));
  const lines = [
    ...missed.map(({ group, name }) => `missed: ${group}, ${name}`),
    ...failed(rows).map(({ group, name, failure }) => `failed: ${group}, ${name}: ${failure}`),
  ];
  return [`${aimed.length - missed.length} of ${aimed.length} targets reached`, ...lines].join('\n');
}

const failed = (rows) => rows.filter(({ failure }) => failure !== undefined);

const number = (value) => (value >= 100 ? String(Math.round(value)) : value.toFixed(1));

/** What the command line asks for; throws when it makes no sense. */
export function readArguments(words) {
  const { hub, rest } = readHubOptions(words);
  const options = rest.filter((word) => word.startsWith('--'));
  const names = rest.filter((word) => !word.startsWith('--'));
  const strange = [
    ...options.filter((option) => option !== '--short' && option !== '--json'),
    ...names.filter((name) => !groupNames.includes(name)),
  ];
  if (strange.length > 0) {
    throw new Error(
      `Unknown: ${strange.join(', ')}. npm run bench -- [--short] [--json] [group …]; groups are ${groupNames.join(', ')}; hub takes --engine, --case and --seconds, web takes --case and --seconds.`,
    );
  }
  return {
    hub,
    pace: options.includes('--short') ? 'short' : 'long',
    format: options.includes('--json') ? JSON.stringify : formatRow,
    head: options.includes('--json') ? [] : [tableHead],
    names: names.length === 0 ? groupNames : names,
  };
}

/** The options of the group `hub`, each with a value, and the other words. */
function readHubOptions(words) {
  const hub = {};
  const rest = [];
  for (let index = 0; index < words.length; index += 1) {
    const name = hubOptions.find((each) => words[index] === `--${each}`);
    if (name === undefined) rest.push(words[index]);
    else {
      const value = words[(index += 1)];
      if (value === undefined || value.startsWith('--')) throw new Error(`--${name} needs a value.`);
      if (name === 'seconds' && !/^[1-9]\d*$/u.test(value)) throw new Error('--seconds must be a positive integer.');
      hub[name] = name === 'seconds' ? Number(value) : value;
    }
  }
  return { hub, rest };
}

const hubOptions = ['engine', 'case', 'seconds'];

const say = (line) => void process.stderr.write(`${line}\n`);

async function main() {
  const { pace, names, format, head, hub } = readArguments(process.argv.slice(2));
  await setup();
  const all = [];
  for (const line of head) console.log(line);
  for await (const rows of bench({ pace, names, say, hub })) {
    for (const row of rows) console.log(format(row));
    all.push(...rows);
  }
  say(summarize(all));
  if (failed(all).length > 0) process.exitCode = 1;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await main().catch((error) => {
    say(error.message);
    process.exitCode = 1;
  });
}
