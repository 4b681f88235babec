/**
 * What the user has answered once and for all, in one project.
 *
 * An answer is given again only to the same question: the same agent, the same sort of work on the same files, or the same command with
 * the same arguments. It is kept in a file of its own for each project, in the folder for settings, which only the user can read.
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';

import type { PermissionOption } from '@acp-stack/schema/v2/unstable';

import { configFolder } from '../../user-folders.ts';
import { KeyedQueue } from '../machine/keyed-queue.ts';
import type { PermissionQuestion } from './permission-question.ts';
import { replaceSettings } from './replace-settings.ts';

/** One answer that is kept. */
export interface RememberedChoice {
  /** Names the question. */
  readonly id: string;
  /** Whether it is allowed or refused from then on. */
  readonly decision: 'always' | 'never';
  /** The option as it was offered. */
  readonly option: PermissionOption;
  /** The agent that asked. */
  readonly agent: string;
  /** The question in one line, for people. */
  readonly title: string;
  /** When it was answered. */
  readonly at: string;
}

/** Which project is remembered, and where. */
export interface PermissionMemoryOptions {
  /** The folder of the project; links to it mean the same. */
  readonly project: string;
  /** Where settings are kept; the place that the system has for them when absent. */
  readonly folder?: string;
  /** Hears that what was kept cannot be read or written; everything is asked then. */
  readonly onProblem?: (error: Error) => void;
}

const version = 1;
/** Beyond it the oldest are forgotten. */
const mostChoices = 1000;

/** Opens what is remembered for a project. */
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

interface Place {
  readonly project: string;
  readonly folder: string;
  readonly file: string;
  readonly onProblem: ((error: Error) => void) | undefined;
}

/** What was answered for ever in one project: at most 1,000 answers, beyond which the oldest are forgotten. */
export class PermissionMemory {
  readonly #place: Place;
  readonly #queue = new KeyedQueue();
  #choices: ReadonlyMap<string, RememberedChoice> = new Map();

  /** Made by `openPermissionMemory`. */
  constructor(place: Place) {
    this.#place = place;
  }

  /** The real path of the project. */
  get project(): string {
    return this.#place.project;
  }

  /** Where it is kept. */
  get file(): string {
    return this.#place.file;
  }

  /** Everything that is remembered, oldest first. */
  get list(): readonly RememberedChoice[] {
    return [...this.#choices.values()];
  }

  /** What was answered to this question, if the same option is offered again. */
  find(question: PermissionQuestion, agent: string): RememberedChoice | undefined {
    const found = this.#choices.get(fingerprint(question, agent));
    if (found === undefined) return undefined;
    const { optionId, kind, name } = found.option;
    const isOffered = question.options.some(
      (each) => each.optionId === optionId && each.kind === kind && each.name === name,
    );
    return isOffered ? found : undefined;
  }

  /** Keeps an answer that is meant for ever; any other is nothing to remember. Resolves when it is on the disk. */
  async remember(question: PermissionQuestion, option: PermissionOption, agent: string): Promise<void> {
    const decision = decisions[option.kind];
    if (decision === undefined) return;
    const id = fingerprint(question, agent);
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
        if (choices.size <= mostChoices) break;
        choices.delete(oldest);
      }
    });
  }

  /** Forgets one answer, or all. */
  async forget(id?: string): Promise<void> {
    await this.#change((choices) => {
      if (id === undefined) choices.clear();
      else choices.delete(id);
    });
  }

  /** Takes what is on the disk, which another program may have changed. */
  async reload(): Promise<void> {
    this.#choices = (await this.#read()) ?? new Map();
  }

  async #change(change: (choices: Map<string, RememberedChoice>) => void): Promise<void> {
    await this.#queue.run('file', async () => {
      const before = await this.#read();
      // A file that cannot be understood is the user's, and stays as it is.
      if (before === undefined) return;
      const choices = new Map(before);
      change(choices);
      this.#choices = choices;
      try {
        await mkdir(this.#place.folder, { recursive: true, mode: 0o700 });
        const content = { version, project: this.project, choices: [...choices.values()] };
        await replaceSettings(this.file, `${JSON.stringify(content, undefined, 2)}\n`);
      } catch (error) {
        this.#complain('The permissions of this project could not be written', error);
      }
    });
  }

  /** Undefined when there is a file, and it cannot be understood. */
  async #read(): Promise<ReadonlyMap<string, RememberedChoice> | undefined> {
    try {
      const content: unknown = JSON.parse(await readFile(this.file, 'utf8'));
      return new Map(readChoices(content, this.project).map((choice) => [choice.id, choice]));
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return new Map();
      this.#complain('The permissions of this project could not be read, so everything is asked', error);
      return undefined;
    }
  }

  #complain(words: string, error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    this.#place.onProblem?.(new Error(`${words} (${this.file}): ${reason}`, { cause: error }));
  }
}

const decisions: Readonly<Partial<Record<string, RememberedChoice['decision']>>> = {
  allow_always: 'always',
  reject_always: 'never',
};

/** Work on files is the same when it is of the same sort and on the same files; anything else when all of it is the same. */
function fingerprint(question: PermissionQuestion, agent: string): string {
  const { kind, tool, title, description, command, cwd, paths, rawInput } = question;
  const isFileWork = paths.length > 0 && fileWork.has(kind ?? '');
  const facts = isFileWork
    ? { agent, kind, tool, paths: paths.toSorted() }
    : { agent, kind, tool, title, description, command, cwd, paths: paths.toSorted(), rawInput };
  return createHash('sha256')
    .update(JSON.stringify(sorted(facts)))
    .digest('base64url');
}

const fileWork: ReadonlySet<string> = new Set(['read', 'search', 'edit', 'move', 'delete']);

/** The same value with the fields of objects in one order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1));
  return entries.map(([name, each]) => [name, sorted(each)]);
}

function readChoices(content: unknown, project: string): readonly RememberedChoice[] {
  const { version: found, project: owner, choices } = Object(content) as Record<string, unknown>;
  if (found !== version) throw new Error(`its version is ${JSON.stringify(found)}, not ${version}`);
  if (owner !== project) throw new Error('it belongs to another project');
  if (!Array.isArray(choices) || !choices.every(isChoice)) throw new Error('it has another shape than it should');
  return choices;
}

function isChoice(value: unknown): value is RememberedChoice {
  const { id, decision, option, agent, title, at } = Object(value) as Record<string, unknown>;
  const { optionId, kind, name } = Object(option) as Record<string, unknown>;
  const areTexts = [id, agent, title, at, optionId, name].every((each) => typeof each === 'string');
  // A choice that says one thing and offers another was not written here.
  return areTexts && typeof kind === 'string' && decisions[kind] !== undefined && decisions[kind] === decision;
}
