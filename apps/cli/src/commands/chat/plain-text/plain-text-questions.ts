/** Questions in plain lines: printed as text, and answered with a line. */
import type { Diff } from '@acp-stack/schema/v2/unstable';
import type { Form, FormField, FormValue, FormValues, PermissionQuestion } from '@acp-stack/workspace/client';

import { optionWords } from '../ui/option-words.ts';
import { optionByLetter } from '../ui/permission-letters.ts';
import type { Choice, Chosen, OwnForm, Questions } from '../ui/questions.ts';
import { escapeControls, escapeLine } from '../../../text/escape-control-characters.ts';
import { exactLine, exactLines } from '../../../text/exact-text.ts';
import { questionFacts } from '../view/question-facts.ts';
import type { LineInput } from './line-input.ts';
import { questionText } from './question-text.ts';
import { ReadLines } from './read-lines.ts';

/** The context of questions. */
export interface QuestionContext {
  readonly cwd: () => string;
  /** The diffs of a question; they count as printed afterwards. */
  readonly diffs: (question: PermissionQuestion) => readonly Diff[];
  /** Whether a user types the answers; a pipe gets everything at once. */
  readonly isInteractive: boolean;
  /** Called when a question of the agent is printed. */
  readonly asked: () => void;
}

const shortAnswers: ReadonlyMap<string, string> = new Map([
  ['yes', 'y'],
  ['no', 'n'],
]);

export class PlainTextQuestions implements Questions {
  readonly #lines: LineInput;
  readonly #context: QuestionContext;

  constructor(lines: LineInput, context: QuestionContext) {
    this.#lines = lines;
    this.#context = context;
  }

  readonly permission: Questions['permission'] = (question, { signal }) =>
    this.#lines.inOrder(async () => {
      const { options } = question;
      const here = this.#context.cwd();
      const facts = questionFacts({ ...question, diffs: this.#context.diffs(question) }, here);
      const reading = new ReadLines(questionText(facts, here), { isWhole: !this.#context.isInteractive });
      const rest = reading.rest === 0 ? '' : ' “more” reads on;';
      this.#say(
        ...reading.first,
        ...numbered(options.map(optionWords)),
        `Type a number;${rest} an empty line closes the question.`,
      );
      this.#context.asked();
      const byWord = (word: string): number | undefined => optionByLetter(options, shortAnswers.get(word) ?? word);
      for (let unread: number | undefined; ;) {
        const index = await this.#lines.askNumber(options.length, {
          signal,
          byWord,
          command: (word) => {
            if (word !== 'more' || reading.rest === 0) return false;
            this.#say(...reading.more());
            return true;
          },
        });
        const option = options[index ?? -1];
        const mayBeUnread = option === undefined || option.kind.startsWith('reject') || unread === index;
        if (mayBeUnread || reading.rest === 0) return option?.optionId;
        unread = index;
        this.#say(`${reading.rest} lines were not read out. “more” reads on; the same answer again allows it unread.`);
      }
    });

  readonly form: Questions['form'] = (form, { values, problems, signal }) =>
    this.#lines.inOrder(() => {
      this.#say(`Question: ${escapeControls(form.message)}`, ...problems.map(({ message }) => escapeLine(message)));
      this.#context.asked();
      return this.#fields(form, { values, secrets: new Set(), signal });
    });

  readonly page: Questions['page'] = ({ message, url, host, warnings }, { signal }) =>
    this.#lines.inOrder(async () => {
      this.#say(
        `Page: ${exactLines(message).join('\n')}`,
        `Address: ${exactLine(url)}`,
        `Host: ${exactLine(host)}`,
        ...warnings.map((each) => `Warning: ${escapeLine(each.message)}`),
        'Type yes to open it, no to decline.',
      );
      this.#context.asked();
      const answer = (await this.#lines.ask(signal))?.trim().toLowerCase();
      if (answer === 'yes' || answer === 'y') return 'open';
      return answer === undefined || answer === '' ? 'cancel' : 'decline';
    });

  choose<T>({ title, items, actions = {} }: Choice<T>): Promise<Chosen<T> | undefined> {
    return this.#lines.inOrder(async () => {
      const words = items.map(({ label, group = '', description = '', obstacle = '' }) =>
        [label, group, description, obstacle].filter((each) => each !== '').join(', '),
      );
      const more = Object.entries(actions).map(
        ([letter, does]) => `a number and ${letter}, such as 1${letter}, ${does}`,
      );
      this.#say(title, ...numbered(words), ['Type a number', ...more, 'an empty line closes the list.'].join('; '));
      const [, number, action] = /^(\d+)\s*([a-z])?$/u.exec((await this.#lines.ask())?.trim() ?? '') ?? [];
      const item = items[Number(number) - 1];
      if (item === undefined || item.obstacle !== undefined) return undefined;
      return { value: item.value, action: action !== undefined && Object.hasOwn(actions, action) ? action : undefined };
    });
  }

  /** A terminal in line mode echoes what is typed, so a secret should be set in the environment instead. */
  fillIn({ form, secrets, signal }: OwnForm): Promise<FormValues | undefined> {
    return this.#lines.inOrder(async () => {
      this.#say(
        escapeControls(form.message),
        ...(secrets.size === 0 || this.#lines.canHide ? [] : ['Warning: what you type is visible on the screen.']),
      );
      const answer = await this.#fields(form, { values: {}, secrets, signal });
      return typeof answer === 'string' ? undefined : answer;
    });
  }

  async #fields(
    form: Form,
    { values, secrets, signal }: { values: FormValues; secrets: ReadonlySet<string>; signal: AbortSignal },
  ): Promise<FormValues | 'decline' | 'cancel'> {
    this.#say('Type - alone to decline.');
    const filled = new Map<string, FormValue | undefined>(Object.entries(values));
    for (const field of form.fields.filter(({ kind }) => kind !== 'unknown')) {
      this.#say(`${escapeLine(field.label)}${field.isRequired ? ', required' : ''}${choicesWords(field)}:`);
      const text = await this.#lines.ask(signal, { isSecret: secrets.has(field.name) });
      if (text === undefined) return 'cancel';
      if (text === '-') return 'decline';
      if (text !== '') filled.set(field.name, fieldValue(field, text));
    }
    return Object.fromEntries(filled);
  }

  #say(...lines: readonly string[]): void {
    this.#lines.say(lines.join('\n'));
  }
}

/** Numbers the items. */
export const numbered = (words: readonly string[]): readonly string[] =>
  words.map((each, index) => `${index + 1}. ${exactLine(each.trim())}`);

function choicesWords(field: FormField): string {
  if (field.kind === 'boolean') return ', yes or no';
  if (!('choices' in field)) return '';
  const many = field.kind === 'choices' ? ', several separated by commas' : '';
  return `${many}, ${field.choices.map(({ label }, index) => `${index + 1} ${escapeLine(label)}`).join(', ')}`;
}

function fieldValue(field: FormField, line: string): FormValue {
  const text = line.trim();
  if (field.kind === 'boolean') return /^y(?:es)?$/iu.test(text);
  if (field.kind === 'number') return Number(text);
  if (field.kind === 'choice') return choiceOf(field.choices, text);
  if (field.kind === 'choices') return text.split(',').map((each) => choiceOf(field.choices, each.trim()));
  return line;
}

/** Finds a choice by its number, label or value. */
function choiceOf(choices: readonly { readonly label: string; readonly value: string }[], word: string): string {
  const found = choices[Number(word) - 1] ?? choices.find(({ label, value }) => label === word || value === word);
  return found?.value ?? word;
}
