/**
 * The permanent answers of the user, for one project.
 *
 * An answer is reused only for the same question: the same agent, and the same kind of work on the same files or the
 * same command with the same arguments. Answers are in one file for each project in the config folder, which only the
 * user can read.
 *
 * A refusal does not get lost: what is left of a damaged file is used, the file is kept aside, and as long as it is
 * there, `hasLostAnswers` says that there may have been more.
 */
import { describeError } from '@acp-stack/rpc';
import { createHash } from 'node:crypto';
import { mkdir, realpath, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import type { PermissionOption } from '@acp-stack/schema/v2/unstable';

import { configFolder, keepAside, keptAside, readRegularFile } from '../../user-folders.ts';
import { KeyedQueue } from '../files-and-terminals/keyed-queue.ts';
import { namedPlaces, type NamedPlaces } from './named-places.ts';
import type { PermissionQuestion } from '../../questions/permission-question.ts';
import { replaceSettings } from './replace-settings.ts';

/** A remembered answer. */
export interface RememberedChoice {
  /** Identifies the question. */
  readonly id: string;
  /** Whether the question is allowed or refused from now on. */
  readonly decision: 'always' | 'never';
  /** The option as the agent offered it. */
  readonly option: PermissionOption;
  /** The name of the agent. */
  readonly agent: string;
  /** The question in one line, for people. */
  readonly title: string;
  /** The time of the answer. */
  readonly at: string;
}

/** The project, and where its answers are stored. */
export interface PermissionMemoryOptions {
  /** The directory of the project; links are resolved. */
  readonly project: string;
  /** The folder for settings; the config folder of the user by default. */
  readonly folder?: string;
  /**
   * Called if the file cannot be written, or not be read completely; then only the answers in it that could be read
   * allow anything without asking.
   */
  readonly onProblem?: (error: Error) => void;
}

const version = 1;
const maxBytes = 64 * 1024 * 1024;
/** The maximum number of answers; the oldest are dropped. */
const maxChoices = 1000;

/** Opens the memory of a project. */
export async function openPermissionMemory(options: PermissionMemoryOptions): Promise<PermissionMemory> {
  const project = await realpath(options.project);
  const name = createHash('sha256').update(project).digest('base64url').slice(0, 22);
  const folder = join(options.folder ?? configFolder(), 'permissions');
  const memory = new PermissionMemory({
    project,
    folder,
    file: join(folder, `${name}.json`),
    onProblem: options.onProblem,
  });
  await memory.reload();
  return memory;
}

interface MemoryFile {
  readonly project: string;
  readonly folder: string;
  readonly file: string;
  readonly onProblem: ((error: Error) => void) | undefined;
}

/** The remembered answers of one project: at most 1,000, of which the oldest are dropped. */
export class PermissionMemory {
  readonly #file: MemoryFile;
  readonly #queue = new KeyedQueue();
  #choices: ReadonlyMap<string, RememberedChoice> = new Map();
  #isReadable = true;

  /** Called by `openPermissionMemory`. */
  constructor(file: MemoryFile) {
    this.#file = file;
  }

  /** The real path of the project. */
  get project(): string {
    return this.#file.project;
  }

  /** The path of the file. */
  get file(): string {
    return this.#file.file;
  }

  /** All remembered answers, oldest first. */
  get list(): readonly RememberedChoice[] {
    return [...this.#choices.values()];
  }

  /** Whether answers may have been lost with a file that could not be read; then a policy should allow nothing. */
  get hasLostAnswers(): boolean {
    return !this.#isReadable || keptAside(this.file).length > 0;
  }

  /** The answer to this question: a refusal in any case, a permission if the same option is offered again. */
  find(question: PermissionQuestion, agent: string): RememberedChoice | undefined {
    const refused = this.#choices.get(this.#idOf(question, agent, 'never'));
    const found =
      this.#choices.get(this.#idOf(question, agent, 'always')) ?? (refused?.decision === 'never' ? refused : undefined);
    if (found === undefined) return undefined;
    const { optionId, kind, name } = found.option;
    const isOffered = question.options.some(
      (each) => each.optionId === optionId && each.kind === kind && each.name === name,
    );
    if (isOffered) return found;
    return found.decision === 'never' ? { ...found, option: refusalIn(question) ?? found.option } : undefined;
  }

  /** Stores a permanent answer; any other is ignored. Resolves when it is on disk. */
  async remember(question: PermissionQuestion, option: PermissionOption, agent: string): Promise<void> {
    const decision = decisions.get(option.kind);
    if (decision === undefined) return;
    const id = this.#idOf(question, agent, decision);
    const choice: RememberedChoice = {
      id,
      decision,
      option,
      agent,
      title: question.title,
      at: new Date().toISOString(),
    };
    await this.#change((choices) => {
      choices.delete(id);
      choices.set(id, choice);
      for (const oldest of choices.keys()) {
        if (choices.size <= maxChoices) break;
        choices.delete(oldest);
      }
    });
  }

  /** Deletes one answer, or all, also those that could not be read. */
  async forget(id?: string): Promise<void> {
    if (id === undefined) await Promise.all(keptAside(this.file).map((kept) => rm(kept, { force: true })));
    await this.#change((choices) => {
      if (id === undefined) choices.clear();
      else choices.delete(id);
    });
  }

  /** Reads the file again, because another program may have changed it. */
  async reload(): Promise<void> {
    this.#choices = (await this.#read()) ?? new Map();
  }

  async #change(change: (choices: Map<string, RememberedChoice>) => void): Promise<void> {
    await this.#queue.run('file', async () => {
      const before = await this.#read();
      // A file that cannot be read is not overwritten.
      if (before === undefined) return;
      const choices = new Map(before);
      change(choices);
      this.#choices = choices;
      await this.#write(choices);
    });
  }

  async #write(choices: ReadonlyMap<string, RememberedChoice>): Promise<void> {
    try {
      await mkdir(this.#file.folder, { recursive: true, mode: 0o700 });
      const content = { version, project: this.project, choices: [...choices.values()] };
      await replaceSettings(this.file, `${JSON.stringify(content, undefined, 2)}\n`);
    } catch (error) {
      this.#report(`The permissions of this project could not be written (${this.file})`, error);
    }
  }

  /** Undefined if the file exists and has to stay as it is; a damaged file is kept aside and its valid answers used. */
  async #read(): Promise<ReadonlyMap<string, RememberedChoice> | undefined> {
    this.#isReadable = true;
    let damage: unknown;
    let choices: ReadonlyMap<string, RememberedChoice> = new Map();
    try {
      const found = readChoices(JSON.parse(String(await readRegularFile(this.file, { maxBytes }))), this.project);
      choices = new Map(found.choices.map((choice) => [choice.id, choice]));
      if (!found.isDamaged) return choices;
      damage = new Error('its content is not valid');
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return choices;
      damage = error;
    }
    const isForeign = damage instanceof ForeignFileError || (damage instanceof Error && 'code' in damage);
    const kept = isForeign ? undefined : keepAside(this.file);
    this.#isReadable = false;
    const words =
      'The permissions of this project could not be read completely, so nothing else is allowed without asking';
    const place = kept === undefined ? this.file : `until you mend or delete ${kept}`;
    this.#report(`${words} (${place})`, damage);
    if (kept === undefined) return undefined;
    if (choices.size > 0) await this.#write(choices);
    return choices;
  }

  #idOf(question: PermissionQuestion, agent: string, decision: RememberedChoice['decision']): string {
    return fingerprint(question, agent, decision === 'never' ? undefined : otherPlaces(question, this.project));
  }

  #report(words: string, error: unknown): void {
    const reason = describeError(error);
    this.#file.onProblem?.(new Error(`${words}: ${reason}`, { cause: error }));
  }
}

const decisions: ReadonlyMap<string, RememberedChoice['decision']> = new Map([
  ['allow_always', 'always'],
  ['reject_always', 'never'],
]);

/**
 * Two questions are the same if their kind, tool and files are, for file operations; otherwise if all fields are. A
 * permission also depends on `others`, which the question names besides; a refusal holds whatever they are.
 */
function fingerprint(question: PermissionQuestion, agent: string, others: NamedPlaces = nowhere): string {
  const { kind, tool, title, toolTitle, description, command, cwd, paths, content = [], rawInput } = question;
  const isFileWork = paths.length > 0 && fileWork.has(kind ?? '') && others.commands.length === 0;
  const identity = isFileWork
    ? {
        agent,
        kind,
        tool,
        paths: paths.toSorted(),
        // Stored answers without this field stay valid.
        ...(others.paths.length === 0 ? {} : { others: others.paths.toSorted() }),
      }
    : {
        agent,
        kind,
        tool,
        title,
        description,
        command,
        cwd,
        paths: paths.toSorted(),
        rawInput,
        // Some agents say only there what they want to do. Stored answers without these fields stay valid.
        ...(toolTitle === undefined ? {} : { toolTitle }),
        ...(content.length === 0 ? {} : { content }),
      };
  return createHash('sha256')
    .update(JSON.stringify(withSortedFields(identity)))
    .digest('base64url');
}

const nowhere: NamedPlaces = { paths: [], commands: [] };

/** The commands of a question, and the files that are not among its main ones, however they are spelled. */
function otherPlaces(question: PermissionQuestion, project: string): NamedPlaces {
  const { paths, commands } = namedPlaces(question);
  const main = new Set(question.paths.flatMap((path) => [path, resolve(project, path)]));
  return { paths: paths.map((path) => resolve(project, path)).filter((path) => !main.has(path)), commands };
}

const fileWork: ReadonlySet<string> = new Set(['read', 'search', 'edit', 'move', 'delete']);

/** Replaces objects by lists of their fields, sorted by name, so that the order of fields does not matter. */
function withSortedFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedFields);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1));
  return entries.map(([name, each]) => [name, withSortedFields(each)]);
}

/** A file of a later version or of another project. */
class ForeignFileError extends Error {}

function readChoices(
  content: unknown,
  project: string,
): { readonly choices: readonly RememberedChoice[]; readonly isDamaged: boolean } {
  const { version: found, project: owner, choices } = Object(content) as Record<string, unknown>;
  if (typeof found === 'number' && found > version) {
    throw new ForeignFileError(`its version is ${found}, which is later than ${version}`);
  }
  if (found !== version) throw new Error(`its version is ${JSON.stringify(found)}, not ${version}`);
  if (owner !== project) throw new ForeignFileError('it belongs to another project');
  if (!Array.isArray(choices)) throw new Error('its content is not valid');
  const valid = choices.filter(isChoice);
  return { choices: valid, isDamaged: valid.length < choices.length };
}

/** The option that refuses a question, at best only this once. */
const refusalIn = ({ options }: PermissionQuestion): PermissionOption | undefined =>
  options.find(({ kind }) => kind === 'reject_once') ?? options.find(({ kind }) => kind === 'reject_always');

function isChoice(value: unknown): value is RememberedChoice {
  const { id, decision, option, agent, title, at } = Object(value) as Record<string, unknown>;
  const { optionId, kind, name } = Object(option) as Record<string, unknown>;
  const areStrings = [id, agent, title, at, optionId, name].every((each) => typeof each === 'string');
  // An answer that contradicts its option was not written by this program.
  return areStrings && typeof kind === 'string' && decisions.has(kind) && decisions.get(kind) === decision;
}
