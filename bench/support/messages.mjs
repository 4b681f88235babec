/**
 * The messages that the benchmarks measure with, made up here: prose and code with quotes, line breaks and Unicode.
 *
 * Every index makes another message, as in a real session: no implementation gains by having seen a message before.
 */
import { createHash } from 'node:crypto';

/** What agents write: sentences, Markdown and code. About one in six has characters outside of ASCII. */
const fragments = [
  'I looked at `readConfig` first, because the error names it. ',
  'The file is parsed twice; the second time without the defaults, so "timeout" stays undefined.\n\n',
  "Let's change that in one place: the caller shouldn't have to know.\n",
  '```ts\nconst path = join(root, "config.json");\nif (!existsSync(path)) return undefined;\n```\n',
  '- `src/server.ts:42` opens the port before the handlers are there\n',
  '- `test/server.test.ts` never waits for "listening"\n',
  'export function parse(text: string): Result {\n  return JSON.parse(text) as Result;\n}\n',
  '  throw new TypeError(`expected a string, got ${typeof value}`);\n',
  'def load(path):\n    with open(path, encoding="utf-8") as file:\n        return json.load(file)\n',
  '{"name": "garden", "version": "1.2.0", "scripts": {"test": "node --test"}}\n',
  'Die Größe der Beete prüft jetzt `größe()` – auch für „leere“ Zeilen.\n',
  '設定ファイルが見つかりません。既定値を使います。\n',
  'Done ✅ — 14 tests pass, 0 fail → the fix is in 🌱.\n',
  'Next I run the tests again, and then look at the second failure. ',
  '| file | lines | change |\n|---|---|---|\n| a.ts | 12 | +3 −1 |\n',
  '\tif err != nil {\n\t\treturn fmt.Errorf("read %q: %w", name, err)\n\t}\n',
  'The regular expression /^\\s*\\/\\// misses block comments, so "http://" was cut. ',
  "SELECT id, title FROM session WHERE cwd = '/home/mira' ORDER BY updated DESC;\n",
];

/** `length` characters that an agent may write, others for each `index`. */
function take(length, index) {
  const random = numbers(index);
  // A chunk begins anywhere in a sentence, and the index makes it different from all others.
  let text = `${pick(random).slice(random() % 20)}item_${index} `;
  if (text.length > length) text = `item_${index} ${text}`;
  while (text.length < length) text += pick(random);
  return text.slice(0, length).toWellFormed();
}

const pick = (random) => fragments[random() % fragments.length];

/** Numbers that look random and are the same in every run (splitmix32). */
function numbers(seed) {
  let state = seed;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let value = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    value = Math.imul(value ^ (value >>> 15), 0x735a2d97);
    return (value ^ (value >>> 15)) >>> 0;
  };
}

/** One line of code, another for each `index`. */
const codeLine = (index) => take(40, index).replaceAll('\n', ' ');

/** `session/update` params, as both versions know them. */
export const updates = {
  /** About 200 bytes, the most frequent message there is. */
  chunk: (index) => ({
    sessionId: `sess_${index % 7}`,
    update: {
      sessionUpdate: 'agent_message_chunk',
      messageId: `msg_${Math.floor(index / 50)}`,
      content: { type: 'text', text: take(60 + (index % 40), index) },
    },
  }),
  /** As many agents of version 1 send it: which message it belongs to follows from those before. */
  chunkWithoutId: (index) => ({
    sessionId: `sess_${index % 7}`,
    update: {
      sessionUpdate: 'agent_message_chunk',
      content: { type: 'text', text: take(80 + (index % 40), index) },
    },
  }),
  thought: (index) => ({
    sessionId: 'sess_1',
    update: {
      sessionUpdate: 'agent_thought_chunk',
      messageId: `m${Math.floor(index / 50)}`,
      content: { type: 'text', text: take(80, index) },
    },
  }),
  tool: (index) => ({
    sessionId: 'sess_1',
    update: {
      sessionUpdate: 'tool_call_update',
      toolCallId: `call_${index % 9}`,
      status: 'in_progress',
      title: codeLine(index),
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
  commands: (index) => ({
    sessionId: 'sess_1',
    update: { sessionUpdate: 'available_commands_update', availableCommands: commands(index) },
  }),
  unknown: (index) => ({
    sessionId: 'sess_1',
    update: { sessionUpdate: 'weather_update', degrees: index % 40, sky: take(30, index) },
  }),
};

const commands = (index) =>
  ['review', 'test', 'explain'].map((name) => ({
    type: 'command',
    name,
    description: codeLine(index),
    input: { type: 'text', hint: 'what to look at' },
  }));

/** A text, and the same with some words in the middle replaced. */
const rewritten = (oldText) => ({ oldText, newText: `${oldText.slice(0, 1000)}newly written${oldText.slice(1013)}` });

/** A `tool_call_update` with a diff of 2 + 2 KB, in the form of each version. */
export const diffs = {
  v1: (index) => ({
    sessionId: 'sess_1',
    update: {
      sessionUpdate: 'tool_call_update',
      toolCallId: `call_${index % 9}`,
      status: 'completed',
      content: [{ type: 'diff', path: '/home/mira/garden/plan.ts', ...rewritten(take(2000, index)) }],
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
          patch: { format: 'git_patch', text: take(4000, index) },
        },
      ],
      locations: [{ path: '/home/mira/garden/plan.ts', line: 12 }],
    },
  }),
};

/** A file of 2 KB in 50 lines, another one for each `index`; `changed` lines of it read differently. */
const file = (index, changed) =>
  Array.from({ length: 50 }, (_, line) => `${codeLine(index * 50 + line)}${changed.has(line) ? ' // new' : ''}\n`).join(
    '',
  );

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

/**
 * `count` different messages as they arrive: parsed from text, so that every string is flat and shared with nothing.
 */
export function parsed(make, count = 500) {
  return Array.from({ length: count }, (_, index) => JSON.parse(JSON.stringify(make(index))));
}
