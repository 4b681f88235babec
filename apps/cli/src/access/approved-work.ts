/**
 * What the user has allowed in permission requests of an agent, so that the same change of a file, or the same command,
 * is not asked about again when the agent then carries it out through the client.
 *
 * Each permission is good for one use. A change is the same if the text to write is exactly what the shown diff makes
 * of the file; a command if its words are those that were shown, in the folder that was shown or that of the session.
 * In doubt it is not the same, and the user is asked.
 */
import { readGitPatch, type PatchedFile } from '@acp-stack/bridge/git-patch';
import type { PermissionDecision } from '@acp-stack/workspace/client';

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
      readonly cwd: string | undefined;
    };

/** The maximum number of unused permissions; the oldest are forgotten. */
const maxApproved = 64;
/** The maximum length of a patch that is kept; a longer change is asked about again. */
const maxPatchLength = 1024 * 1024;

export class ApprovedWork {
  #approved: readonly Approved[] = [];

  /** Notes a decision about a request of the agent. */
  readonly note = ({ question, option }: PermissionDecision): void => {
    if (option?.kind.startsWith('allow') !== true) return;
    const { sessionId, command, cwd, diffs } = question;
    const patches = diffs.flatMap(({ patch }) =>
      patch?.format === 'git_patch' && patch.text.length <= maxPatchLength ? readGitPatch(patch.text) : [],
    );
    const found: readonly Approved[] = [
      ...patches.map((file) => ({ kind: 'change' as const, sessionId, file })),
      ...(command === undefined ? [] : [{ kind: 'command' as const, sessionId, command: command.trim(), cwd }]),
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
    const words = [command, ...args].join(' ').trim();
    const line = shellLine(command, args)?.trim();
    return this.#use(
      (each) =>
        each.kind === 'command' &&
        each.sessionId === sessionId &&
        (each.command === words || each.command === line) &&
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

/** The line that a shell is started for, such as `sh -c "npm test"`. */
function shellLine(command: string, args: readonly string[]): string | undefined {
  const [option = '', line, ...others] = args;
  const isShell = /(?:^|[/\\])(?:ba|z|da|k)?sh$/u.test(command);
  return isShell && /^-l?c$/u.test(option) && others.length === 0 ? line : undefined;
}
