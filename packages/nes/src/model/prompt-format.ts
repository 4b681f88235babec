/**
 * Prompts for models that predict edits, and how their completions are read.
 *
 * A model rewrites some lines around the cursor, or completes the text at the cursor. The formats are those that such
 * models were trained with; the quality of the results was not measured.
 */
import type { NesEditHistoryEntry } from '@acp-stack/schema/v2/unstable';

import type { BackgroundPart } from './background.ts';
import { contentLength, type TextPosition } from '../text/text-position.ts';
import { readDiff } from '../text/unified-diff.ts';
import type { Text } from '../text/text.ts';

/** The input of a prompt. */
export interface PromptInput {
  readonly path: string;
  readonly text: Text;
  /** The text before the latest edit. */
  readonly before: Text;
  readonly position: TextPosition;
  /** Oldest first. */
  readonly history: readonly NesEditHistoryEntry[];
  /** What else the model is told, the most useful first; left out by formats that have no place for it. */
  readonly background: readonly BackgroundPart[];
  /** The maximum length of a prompt in UTF-16 code units. */
  readonly budget: number;
}

/** A prompt, and the lines that its completion replaces. */
export interface Prompt {
  readonly prompt: string;
  readonly stop: readonly string[];
  /** The lines that the completion rewrites; absent if it is inserted at the cursor. */
  readonly window?: Window;
}

/** A range of lines. */
interface Window {
  readonly from: number;
  readonly to: number;
}

/** A format of prompts: `zeta`, `zeta2` and `sweep` rewrite lines around the cursor, the others insert at the cursor. */
export type PromptFormat = 'zeta' | 'zeta2' | 'sweep' | FimFamily;
/** The formats of models that fill in the middle: they write the text between what is before and after the cursor. */
export type FimFamily = 'qwen' | 'codegemma' | 'starcoder' | 'deepseek' | 'codellama' | 'codestral' | 'glm';

/** All formats. */
export const promptFormats: readonly PromptFormat[] = [
  'zeta',
  'zeta2',
  'sweep',
  'codegemma',
  'codellama',
  'codestral',
  'deepseek',
  'starcoder',
  'qwen',
  'glm',
];

/** Lines above and below the cursor that a model may rewrite. */
const windowRadius = 10;

/** Returns the format of a model by its name; undefined if the name is not known. */
export function inferFormat(model: string): PromptFormat | undefined {
  const name = model.toLowerCase();
  if (/zeta[-_]?2/u.test(name)) return 'zeta2';
  return promptFormats.find((format) => name.includes(format));
}

/** Returns the prompt; undefined if the text contains reserved words of the format. */
export function writePrompt(format: PromptFormat, input: PromptInput): Prompt | undefined {
  const reserved = reservedIn(format);
  const [from, to] = linesAround(input.text, input.position.line, 4 * windowRadius);
  const near = input.text.lines(from, to).join('');
  const hasReserved = (text: string): boolean => reserved.some((word) => text.includes(word));
  if (hasReserved(near)) return undefined;
  const shown = input.background.filter(({ path, text }) => !hasReserved(text) && !hasReserved(path));
  return writers[format]({ ...input, background: shown });
}

/** Removes everything from the completion that belongs to the format. */
export function withoutFormat(format: PromptFormat, answer: string): string {
  const ends = [...reservedIn(format), '\n```'].map((word) => answer.indexOf(word)).filter((at) => at !== -1);
  return answer.slice(0, Math.min(answer.length, ...ends));
}

// -------------------------------------------------------------------------------------------- formats

type Writer = (input: PromptInput) => Prompt;

const zeta: Writer = (input) => {
  const { text, path, position } = input;
  const window = windowAt(text, position.line);
  const [from, to] = linesAround(text, position.line, 4 * windowRadius);
  const excerpt = [
    from === 0 ? '<|start_of_file|>\n' : '',
    linesOf(text, from, window.from),
    '<|editable_region_start|>\n',
    withCursor(text, window, position, '<|user_cursor_is_here|>'),
    '<|editable_region_end|>\n',
    linesOf(text, window.to, to),
  ].join('');
  const edits = latestEdits(input, (diff) => `User edited "${path}":\n\`\`\`diff\n${diff}\n\`\`\`\n`).join('\n');
  const context = background(input, (file, content) => `\`\`\`${file}\n${content}\n\`\`\`\n\n`);
  const prompt = `### Instruction:
Rewrite the editable region of the excerpt as the user will most likely want it next, judging by the edits.

${context === '' ? '' : `### Context:\n\n${context}`}### User Edits:

${edits}
### User Excerpt:

\`\`\`${path}
${excerpt}\`\`\`

### Response:

<|editable_region_start|>
`;
  return { prompt, stop: ['<|editable_region_end|>'], window };
};

const zeta2: Writer = (input) => {
  const { text, path, position } = input;
  const window = windowAt(text, position.line);
  const [from, to] = linesAround(text, position.line, 4 * windowRadius);
  const prompt = [
    `<[fim-suffix]>${linesOf(text, window.to, to)}`,
    '<[fim-prefix]>',
    background(input, (file, content) => `<filename>${file}\n${content}\n`),
    latestEdits(input, (diff) => `<filename>edit_history\n${diff}\n`).join(''),
    `<filename>${path}\n`,
    linesOf(text, from, window.from),
    `<<<<<<< CURRENT\n${withCursor(text, window, position, '<|user_cursor|>')}=======\n`,
    '<[fim-middle]>',
  ].join('');
  return { prompt, stop: ['>>>>>>> UPDATED'], window };
};

const sweep: Writer = (input) => {
  const { text, before, path, position } = input;
  const window = windowAt(text, position.line);
  const oldWindow = { from: Math.min(window.from, before.lineCount), to: Math.min(window.to, before.lineCount) };
  const edits = latestEdits(input, (diff) =>
    readDiff(diff)
      .map(
        ({ removed, added }) =>
          `<|file_sep|>${path}.diff\noriginal:\n${removed.join('\n')}\nupdated:\n${added.join('\n')}\n`,
      )
      .join(''),
  );
  const prompt = [
    background(input, (file, content) => `<|file_sep|>${file}\n${content}\n`),
    ...edits,
    `<|file_sep|>original/${path}\n${linesOf(before, oldWindow.from, oldWindow.to)}`,
    `<|file_sep|>current/${path}\n${linesOf(text, window.from, window.to)}`,
    `<|file_sep|>updated/${path}\n`,
  ].join('');
  return { prompt, stop: ['<|file_sep|>', '</s>'], window };
};

/** The reserved words of a family: before the prefix, before the suffix, and before the completion. */
const families: Readonly<Record<FimFamily, readonly [prefix: string, suffix: string, middle: string]>> = {
  qwen: ['<|fim_prefix|>', '<|fim_suffix|>', '<|fim_middle|>'],
  codegemma: ['<|fim_prefix|>', '<|fim_suffix|>', '<|fim_middle|>'],
  starcoder: ['<fim_prefix>', '<fim_suffix>', '<fim_middle>'],
  deepseek: ['<｜fim▁begin｜>', '<｜fim▁hole｜>', '<｜fim▁end｜>'],
  codellama: ['<PRE> ', ' <SUF>', ' <MID>'],
  codestral: ['[PREFIX]', '[SUFFIX]', ''],
  glm: ['<|code_prefix|>', '<|code_suffix|>', '<|code_middle|>'],
};

/** What stands before the name of each file, for families that were trained with several files in a prompt. */
const separators: Readonly<Partial<Record<FimFamily, string>>> = {
  qwen: '<|file_sep|>',
  starcoder: '<file_sep>',
  codestral: '+++++ ',
};

const fim =
  (family: FimFamily): Writer =>
  (input) => {
    const { text, position, budget, path } = input;
    const [prefix, suffix, middle] = families[family];
    const separator = separators[family];
    const files =
      separator === undefined ? '' : background(input, (file, content) => `${separator}${file}\n${content}\n`);
    const before = files === '' ? '' : `${files}${separator}${path}\n`;
    const room = (budget * 3) / 4 - before.length;
    const head = `${before}${text.slice({ start: { line: 0, column: 0 }, end: position }).slice(-room)}`;
    const tail = text.slice({ start: position, end: text.end }).slice(0, budget / 4);
    // Codestral expects the suffix before the prefix.
    const prompt =
      family === 'codestral' ? `${suffix}${tail}${prefix}${head}` : `${prefix}${head}${suffix}${tail}${middle}`;
    return { prompt, stop: [...reservedIn(family), '\n\n'] };
  };

const writers: Readonly<Record<PromptFormat, Writer>> = {
  zeta,
  zeta2,
  sweep,
  qwen: fim('qwen'),
  codegemma: fim('codegemma'),
  starcoder: fim('starcoder'),
  deepseek: fim('deepseek'),
  codellama: fim('codellama'),
  codestral: fim('codestral'),
  glm: fim('glm'),
};

/** Words that must not be in the text of a prompt, and that end a completion. */
function reservedIn(format: PromptFormat): readonly string[] {
  if (format === 'zeta')
    return ['<|editable_region_start|>', '<|editable_region_end|>', '<|user_cursor_is_here|>', '<|start_of_file|>'];
  if (format === 'zeta2') return ['>>>>>>> UPDATED', '<<<<<<< CURRENT', '<|user_cursor|>', '<[fim-'];
  if (format === 'sweep') return ['<|file_sep|>', '</s>'];
  return families[format].map((word) => word.trim()).filter((word) => word !== '');
}

// -------------------------------------------------------------------------------------------- parts of prompts

const linesAround = (text: Text, line: number, lines: number): readonly [from: number, to: number] => [
  Math.max(0, line - lines),
  Math.min(text.lineCount, line + lines + 1),
];

function windowAt(text: Text, line: number): Window {
  const [from, to] = linesAround(text, line, windowRadius);
  return { from, to };
}

/** Lines with a line feed at their end, whatever the document has. */
const linesOf = (text: Text, from: number, to: number): string =>
  text
    .lines(from, to)
    .map((line) => `${line.slice(0, contentLength(line))}\n`)
    .join('');

function withCursor(text: Text, { from, to }: Window, { line, column }: TextPosition, mark: string): string {
  const content = text.line(line);
  return `${linesOf(text, from, line)}${content.slice(0, column)}${mark}${content.slice(column)}\n${linesOf(text, line + 1, to)}`;
}

/** The parts of the background that fit into a quarter of the budget. */
function background({ background: parts, budget }: PromptInput, write: (path: string, text: string) => string): string {
  let written = '';
  for (const { path, text } of parts) {
    const part = write(path, text);
    if (written.length + part.length <= budget / 4) written += part;
  }
  return written;
}

/** The latest edits that fit into half of the budget, oldest first. */
function latestEdits({ history, budget }: PromptInput, write: (diff: string) => string): readonly string[] {
  const written: string[] = [];
  let remaining = budget / 2;
  for (const { diff } of history.toReversed()) {
    const entry = write(diff);
    remaining -= entry.length;
    if (remaining < 0) break;
    written.unshift(entry);
  }
  return written;
}
