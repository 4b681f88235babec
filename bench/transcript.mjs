/**
 * What a transcript costs as it gets longer, against a short one, against parsing the same update, and against copying
 * lists.
 */
import { compare } from './support/interleave.mjs';
import { updates as streamed } from './support/messages.mjs';
import { row } from './support/rounds.mjs';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const probe = fileURLToPath(new URL('support/import-probe.mjs', import.meta.url));

/** What an agent writes, other words for each index. */
const content = (index) => streamed.chunk(index).update.content;

/** Sessions of different kinds, as the update at each place. */
const sessions = {
  'chunks of one message': (index) => ({
    sessionUpdate: 'agent_message_chunk',
    messageId: 'm',
    content: content(index),
  }),
  'messages of ten chunks, with tool calls': (index) => {
    const id = String(Math.floor(index / 12));
    if (index % 12 === 10) return { sessionUpdate: 'tool_call_update', toolCallId: id, title: 'Read', kind: 'read' };
    if (index % 12 === 11) return { sessionUpdate: 'tool_call_update', toolCallId: id, status: 'completed' };
    return { sessionUpdate: 'agent_message_chunk', messageId: id, content: content(index) };
  },
  'chunks of a terminal': () => ({ sessionUpdate: 'terminal_output_chunk', terminalId: 't', data: 'aGVsbG8gd29ybGQK' }),
};

const told = (make, count) => Array.from({ length: count }, (_, index) => make(index));

export async function benchTranscript(pace) {
  const transcripts = await import('@acp-stack/transcript');
  const rows = Object.entries(sessions).flatMap(([name, make]) => [
    growth(name, make, { ...pace, ...transcripts }),
    ...oneMore(name, make, { ...pace, ...transcripts }),
  ]);
  return [...rows, ...imported(pace)];
}

const about = (name, unit, better = 'lower') => ({ group: 'transcript', name, unit, better });

const figure = ({ ratio, low, high }) => ({ ratio, low, high });

function timed(work) {
  const started = performance.now();
  work();
  return performance.now() - started;
}

function probed(what, entry) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [probe, what, entry], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`importing ${entry} failed: ${stderr}`);
  return JSON.parse(stdout);
}

/** How much longer an update takes when there are ten times as many. */
function growth(name, make, { samples, memoryShare, fold, emptyTranscript }) {
  const count = 100_000 * memoryShare;
  const updates = told(make, count);
  const run = (some) => some.reduce((before, update) => fold(before, update), emptyTranscript());
  const parts = Array.from({ length: 10 }, (_, index) =>
    updates.slice((index * count) / 10, ((index + 1) * count) / 10),
  );
  timed(() => run(updates));
  const values = Array.from({ length: samples }, () => {
    const short = timed(() => parts.map(run));
    return timed(() => run(updates)) / short;
  });
  return row(about(`${name}: ${count} updates, of ten times a tenth`, '×'), values, 2);
}

/** One more update on a long transcript. */
function oneMore(name, make, { rounds, sliceMs, warmMs, memoryShare, fold, emptyTranscript }) {
  const count = 100_000 * memoryShare;
  const updates = told(make, count + 100);
  const run = (end) => updates.slice(0, end).reduce((before, update) => fold(before, update), emptyTranscript());
  const [long, short] = [run(count), run(100)];
  const next = updates.slice(count);
  const texts = next.map((update) => JSON.stringify(update));
  const copied = long.entries.toArray();
  const entry = long.entries.at(-1) ?? {};
  const times = { rounds, sliceMs, warmMs };
  const ours = (index) => fold(long, next[index % next.length]);
  const parsing = compare({ ours: (index) => JSON.parse(texts[index % texts.length]), theirs: ours, ...times });
  const growing = compare({ ours: (index) => fold(short, updates[index % 100]), theirs: ours, ...times });
  const lines = [
    { ...about(`${name}: one more after ${count}, of one more after 100`, '×'), ...figure(growing), target: 3 },
    { ...about(`${name}: one more after ${count}, of parsing its JSON`, '×'), ...figure(parsing), target: 10 },
  ];
  if (copied.length < 1000) return lines;
  const copying = compare({ ours, theirs: () => copied.with(copied.length - 1, { ...entry }), ...times });
  return [
    ...lines,
    { ...about(`${name}: against copying the list of entries`, '× faster', 'higher'), ...figure(copying) },
  ];
}

/** What importing it takes, in per cent of the peer's entry. */
function imported({ samples }) {
  const [ours, theirs] = ['@acp-stack/transcript', '@agentclientprotocol/sdk'];
  const times = Array.from({ length: samples }, () => (probed('time', ours).cpu / probed('time', theirs).cpu) * 100);
  return [row(about('import, CPU time', '% of the peer'), times, 20)];
}
