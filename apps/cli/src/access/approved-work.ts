/**
 * What the user has allowed in permission requests of an agent, so that the same change of a file, or the same command,
 * is not asked about again when the agent then carries it out through the client.
 *
 * Only an answer that the user gave to this very question counts: a rule of a policy, or an answer from memory, says
 * nothing about commands and changes that a request carries besides. Each permission is good for one use. A change is
 * the same if the text to write is exactly what the shown diff makes of the file; a command if its words are those that
 * were shown, in the folder that was shown or that of the session. In doubt it is not the same, and the user is asked.
 */
import { readGitPatch, type PatchedFile } from '@acp-stack/bridge/git-patch';
import type { PermissionDecision } from '@acp-stack/workspace/client';

import { isPlainWord } from '../text/shell-words.ts';

/** A change that an agent wants to make. */
export interface WantedChange {
  readonly sessionId: string;
  readonly path: string;
  /** Undefined if there is no such file, null if it is not text. */
  readonly before: string | undefined | null;
  readonly after: string;
}

/** A command that an agent wants to run. */
export interface WantedCommand {
  readonly sessionId: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly sessionCwd: string;
}

type Approved =
  | { readonly kind: 'change'; readonly sessionId: string; readonly file: PatchedFile }
  | {
      readonly kind: 'command';
      readonly sessionId: string;
      readonly command: string;
      /** The words, if the agent has told them one by one. */
      readonly words: readonly unknown[] | undefined;
      readonly cwd: string | undefined;
    };

/** The maximum number of unused permissions; the oldest are forgotten. */
const maxApproved = 64;
/** The maximum length of a patch that is kept; a longer change is asked about again. */
const maxPatchLength = 1024 * 1024;

export class ApprovedWork {
  #approved: readonly Approved[] = [];

  /** Notes a decision about a request of the agent. */
  readonly note = ({ question, option, by }: PermissionDecision): void => {
    if (by !== 'user' || option?.kind.startsWith('allow') !== true) return;
    const { sessionId, command, cwd, diffs } = question;
    const words = wordsIn(question);
    const patches = diffs.flatMap(({ patch }) =>
      patch?.format === 'git_patch' && patch.text.length <= maxPatchLength ? readGitPatch(patch.text) : [],
    );
    const found: readonly Approved[] = [
      ...patches.map((file) => ({ kind: 'change' as const, sessionId, file })),
      ...(command === undefined ? [] : [{ kind: 'command' as const, sessionId, command: command.trim(), words, cwd }]),
    ];
    this.#approved = [...this.#approved, ...found].slice(-maxApproved);
  };

  /** Whether exactly this change was allowed; a permission is used up by it. */
  useForChange({ sessionId, path, before, after }: WantedChange): boolean {
    return this.#use(
      (each) =>
        each.kind === 'change' &&
        each.sessionId === sessionId &&
        each.file.path === path &&
        before !== null &&
        isResult(each.file, before, after),
    );
  }

  /** Whether exactly this command was allowed; a permission is used up by it. */
  useForCommand({ sessionId, command, args, cwd, sessionCwd }: WantedCommand): boolean {
    const wanted = [command, ...args];
    const lines = shellLines(command, args);
    return this.#use(
      (each) =>
        each.kind === 'command' &&
        each.sessionId === sessionId &&
        (each.words === undefined ? lines.includes(each.command) : isSameList(each.words, wanted)) &&
        cwd === (each.cwd ?? sessionCwd),
    );
  }

  #use(isSame: (approved: Approved) => boolean): boolean {
    const index = this.#approved.findIndex(isSame);
    if (index === -1) return false;
    this.#approved = this.#approved.toSpliced(index, 1);
    return true;
  }
}

/** Whether the change of `file` makes `after` of `before`. Agents also send diffs of only the part that changes. */
function isResult(file: PatchedFile, before: string | undefined, after: string): boolean {
  const { change } = file;
  if (change === undefined) return before !== undefined && file.apply(before) === after;
  const { oldText, newText } = change;
  if (newText === undefined) return false;
  // A diff of a new file does not show that it replaces another one.
  if (oldText === undefined || oldText === '') return (before ?? '') === '' && newText === after;
  if (oldText === before) return newText === after;
  const [start, end, ...others] = before?.split(oldText) ?? [];
  return others.length === 0 && end !== undefined && `${start}${newText}${end}` === after;
}

/** The words of a command that the agent has told as a list. */
function wordsIn({ command, rawInput }: PermissionDecision['question']): readonly unknown[] | undefined {
  const words: unknown = Object(rawInput).command;
  return Array.isArray(words) && words.join(' ') === command ? words : undefined;
}

const isSameList = (left: readonly unknown[], right: readonly unknown[]): boolean =>
  left.length === right.length && left.every((word, index) => word === right[index]);

/** The lines that mean the same to a shell as this command: a line for a shell, or words without a sign for it. */
function shellLines(command: string, args: readonly string[]): readonly string[] {
  const [option = '', line = '', ...others] = args;
  const isShell = /(?:^|[/\\])(?:ba|z|da|k)?sh$/u.test(command);
  const words = [command, ...args];
  return [
    ...(args.length === 0 ? [command.trim()] : []),
    ...(words.every(isPlainWord) ? [words.join(' ')] : []),
    ...(isShell && /^-l?c$/u.test(option) && others.length === 0 ? [line.trim()] : []),
  ];
}
