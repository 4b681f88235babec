/** The messages that the benchmarks measure with; all content is made up here. */
import { createHash } from 'node:crypto';

const words =
  'the agent reads a file, thinks about it and proposes a small change to the user who asked for it '.repeat(60);
const take = (length, from = 0) => words.slice(from, from + length);

/** `session/update` params, as both versions know them. */
export const updates = {
  /** About 200 bytes, the most frequent message there is. */
  chunk: (index) => ({
    sessionId: `sess_${index % 7}`,
    update: {
      sessionUpdate: 'agent_message_chunk',
      messageId: `msg_${index % 31}`,
      content: { type: 'text', text: take(60 + (index % 40), index % 100) },
    },
  }),
  /** As many agents of version 1 send it: which message it belongs to follows from those before. */
  chunkWithoutId: (index) => ({
    sessionId: `sess_${index % 7}`,
    update: {
      sessionUpdate: 'agent_message_chunk',
      content: { type: 'text', text: take(80 + (index % 40), index % 100) },
    },
  }),
  thought: (index) => ({
    sessionId: 'sess_1',
    update: {
      sessionUpdate: 'agent_thought_chunk',
      messageId: `m${index % 5}`,
      content: { type: 'text', text: take(80) },
    },
  }),
  tool: (index) => ({
    sessionId: 'sess_1',
    update: {
      sessionUpdate: 'tool_call_update',
      toolCallId: `call_${index % 9}`,
      status: 'in_progress',
      title: take(40),
    },
  }),
  usage: (index) => ({
    sessionId: 'sess_1',
    update: {
      sessionUpdate: 'usage_update',
      used: 1000 + index,
      size: 200_000,
      cost: { amount: 0.5, currency: 'USD' },
    },
  }),
  commands: () => ({
    sessionId: 'sess_1',
    update: { sessionUpdate: 'available_commands_update', availableCommands: commands },
  }),
  unknown: (index) => ({
    sessionId: 'sess_1',
    update: { sessionUpdate: 'weather_update', degrees: index % 40, sky: take(30) },
  }),
};

const commands = ['review', 'test', 'explain'].map((name) => ({
  type: 'command',
  name,
  description: take(40),
  input: { type: 'text', hint: 'what to look at' },
}));

/** A `tool_call_update` with a diff of 2 + 2 KB, in the form of each version. */
export const diffs = {
  v1: (index) => ({
    sessionId: 'sess_1',
    update: {
      sessionUpdate: 'tool_call_update',
      toolCallId: `call_${index % 9}`,
      status: 'completed',
      content: [{ type: 'diff', path: '/home/mira/garden/plan.ts', oldText: take(2000), newText: take(2000, 7) }],
      locations: [{ path: '/home/mira/garden/plan.ts', line: 12 }],
    },
  }),
  v2: (index) => ({
    sessionId: 'sess_1',
    update: {
      sessionUpdate: 'tool_call_update',
      toolCallId: `call_${index % 9}`,
      status: 'completed',
      content: [
        {
          type: 'diff',
          changes: [{ operation: 'modify', path: '/home/mira/garden/plan.ts', fileType: 'text' }],
          patch: { format: 'git_patch', text: take(4000) },
        },
      ],
      locations: [{ path: '/home/mira/garden/plan.ts', line: 12 }],
    },
  }),
};

/** A file of 2 KB in 50 lines, another one for each `index`; `changed` lines of it read differently. */
const file = (index, changed) =>
  Array.from(
    { length: 50 },
    (_, line) => `${take(changed.has(line) ? 36 : 32, (line * 3 + index) % 100)} ${index} ${line};\n`,
  ).join('');

/** Its text before and after a change of three lines. */
const texts = (index) => [file(index, new Set()), file(index, new Set([11, 12, 30]))];

/** What git calls the content of a file. */
const blobId = (text) =>
  createHash('sha1')
    .update(`blob ${Buffer.byteLength(text)}\0${text}`)
    .digest('hex');

const lines = (text) => text.split('\n').slice(0, -1);

/** A patch that shows the whole file, as git prints it. */
function wholePatch(path, before, after) {
  const next = lines(after);
  const body = lines(before).map((line, index) => (line === next[index] ? ` ${line}` : `-${line}\n+${next[index]}`));
  const head = [
    `diff --git ${path} ${path}`,
    `index ${blobId(before)}..${blobId(after)}`,
    `--- ${path}`,
    `+++ ${path}`,
    '@@ -1,50 +1,50 @@',
  ];
  return `${[...head, ...body].join('\n')}\n`;
}

/** A `tool_call_update` that changes three lines of a file of 2 KB: both texts in version 1, a patch in version 2. */
export const edits = {
  v1: (index) => {
    const { sessionId, update } = diffs.v1(index);
    const [oldText, newText] = texts(index);
    return { sessionId, update: { ...update, content: [{ ...update.content[0], oldText, newText }] } };
  },
  v2: (index) => {
    const { sessionId, update } = diffs.v2(index);
    const [diff] = update.content;
    const patch = { format: 'git_patch', text: wholePatch(diff.changes[0].path, ...texts(index)) };
    return { sessionId, update: { ...update, content: [{ ...diff, patch }] } };
  },
};

/** What a session mostly consists of: text, with tools and the rest in between. */
export function standardMix(version) {
  const pattern = [
    ...Array.from({ length: 12 }, () => updates.chunk),
    ...Array.from({ length: 3 }, () => updates.thought),
    ...Array.from({ length: 2 }, () => updates.tool),
    diffs[version],
    updates.usage,
    updates.commands,
  ];
  return (index) => pattern[(index * 7) % pattern.length](index);
}

/** Fresh objects, the way they arrive: parsed from text, not one object measured again and again. */
export function parsed(make, count = 500) {
  return Array.from({ length: count }, (_, index) => JSON.parse(JSON.stringify(make(index))));
}
