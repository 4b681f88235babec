/** Additional directories of sessions: which are refused, and which a session has. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { relativeFolder } from '../../../check/relative-folders.ts';
import type { Conversation } from '../../../conversation/conversation.ts';
import { Unreachable } from '../../../conversation/failure.ts';
import { fieldsOf, type Fields } from '../../../conversation/message.ts';
import type { AgentFacts } from '../../agent-facts.ts';
import type { AgentScenario } from '../../agent-scenario.ts';
import type { AgentStage } from '../../agent-stage.ts';
import { countSessions, findListed, listedSession } from '../../sessions/listed-sessions.ts';

const needsDirectories = (agent: AgentFacts): string | undefined =>
  agent.offersInSession('additionalDirectories') ? undefined : 'It does not offer additionalDirectories.';

/** Makes folders beside the working folder. */
function folders(stage: AgentStage, ...names: readonly string[]): readonly string[] {
  return names.map((name) => {
    const path = join(stage.folder, name);
    mkdirSync(path, { recursive: true });
    return path;
  });
}

/** The additional directories of a session, as the list of sessions says. */
async function rootsOf(stage: AgentStage, conversation: Conversation, sessionId: string): Promise<readonly unknown[]> {
  const info = await findListed(conversation, sessionId, { cwd: stage.folder });
  if (info === undefined) throw new Unreachable('session/list does not list the session.');
  return rootsIn(info);
}

const rootsIn = ({ additionalDirectories: roots }: Fields): readonly unknown[] =>
  Array.isArray(roots) ? (roots as unknown[]) : [];

const isSame = (left: readonly unknown[], right: readonly unknown[]): boolean =>
  JSON.stringify(left) === JSON.stringify(right);

/** Opens a session again with these directories, and says which it has then. */
async function reopenedRoots(
  stage: AgentStage,
  conversation: Conversation,
  request: { readonly sessionId: string; readonly params: Fields },
): Promise<readonly unknown[]> {
  const { sessionId, params } = request;
  const method = stage.agent.has('resume') ? 'session/resume' : 'session/load';
  const { error } = await conversation.request(method, { sessionId, cwd: stage.folder, mcpServers: [], ...params });
  if (error !== undefined) throw new Unreachable(`${method} was refused: ${error.message}`);
  return rootsOf(stage, conversation, sessionId);
}

/** An agent either refuses a directory that does not exist, or the session has it. */
async function checkMissing(stage: AgentStage, conversation: Conversation): Promise<void> {
  const additionalDirectories = [join(stage.folder, 'missing')];
  const params = { cwd: stage.folder, mcpServers: [], additionalDirectories };
  const { error, result } = await conversation.request('session/new', params);
  if (error !== undefined) return stage.check('DIRS-07', true, '');
  const info = await findListed(conversation, String(fieldsOf(result)['sessionId']), { cwd: stage.folder });
  if (info === undefined)
    return stage.notTested('DIRS-07', 'session/list does not list a session before its first prompt.');
  const roots = rootsIn(info);
  return stage.check(
    'DIRS-07',
    isSame(roots, additionalDirectories),
    `A directory that does not exist was accepted, and the session has ${JSON.stringify(roots)}.`,
  );
}

/** The scenarios about additional directories. */
export const directoryScenarios: readonly AgentScenario[] = [
  {
    name: 'directories/malformed',
    about: 'Opens sessions with additional directories that are malformed.',
    versions: [1, 2],
    decides: ['DIRS-02'],
    needs: needsDirectories,
    run: async (stage) => {
      const conversation = await stage.shared();
      await stage.session(conversation);
      const before = await countSessions(stage, conversation);
      for (const additionalDirectories of [[relativeFolder], [stage.folder, ''], [7], stage.folder]) {
        const params = { cwd: stage.folder, mcpServers: [], additionalDirectories };
        const reply = await conversation.request('session/new', params);
        const given = JSON.stringify(additionalDirectories);
        stage.check('DIRS-02', reply.error !== undefined, `session/new took the additionalDirectories ${given}.`);
      }
      const created = (await countSessions(stage, conversation)) - before;
      stage.check('DIRS-02', created === 0, `Refused requests have created ${created} sessions.`);
    },
  },
  {
    name: 'directories/listed',
    about: 'Opens sessions with and without additional directories, again with others, and looks at what is listed.',
    versions: [1, 2],
    decides: ['DIRS-03', 'DIRS-04', 'DIRS-05', 'DIRS-07', 'DIRS-09'],
    needs: (agent) => needsDirectories(agent) ?? (agent.has('list') ? undefined : 'It does not offer session/list.'),
    run: async (stage) => {
      const conversation = await stage.shared();
      const [first = '', second = ''] = folders(stage, 'second', 'first');
      const both = [first, second];
      const sessionId = await listedSession(stage, conversation, { additionalDirectories: both });
      const listed = await rootsOf(stage, conversation, sessionId);
      if (listed.length === 0) throw new Unreachable('session/list does not name additional directories.');
      stage.check(
        'DIRS-09',
        isSame(listed, both),
        `A session with ${JSON.stringify(both)} is listed with ${JSON.stringify(listed)}.`,
      );
      await checkMissing(stage, conversation);
      for (const more of [{}, { additionalDirectories: [] }]) {
        const plain = await listedSession(stage, conversation, more);
        const roots = await rootsOf(stage, conversation, plain);
        stage.check(
          'DIRS-03',
          roots.length === 0,
          `A session without additional directories has ${JSON.stringify(roots)}.`,
        );
      }
      if (!stage.agent.has('resume') && !stage.agent.has('load'))
        throw new Unreachable('It cannot open sessions again.');
      const other = await reopenedRoots(stage, conversation, {
        sessionId,
        params: { additionalDirectories: [second] },
      });
      stage.check(
        'DIRS-05',
        isSame(other, [second]),
        `Reopened with ${second} alone, a session has ${JSON.stringify(other)}.`,
      );
      await stage.session(conversation, { additionalDirectories: both });
      const none = await reopenedRoots(stage, conversation, { sessionId, params: {} });
      stage.check(
        'DIRS-04',
        none.length === 0,
        `Reopened without additional directories, a session has ${JSON.stringify(none)}.`,
      );
    },
  },
  {
    name: 'directories/fork',
    about: 'Copies a session with additional directories, without naming any for the copy.',
    versions: [1, 2],
    decides: ['DIRS-12'],
    needs: (agent) => {
      if (!agent.has('fork')) return 'It does not offer session/fork.';
      return needsDirectories(agent) ?? (agent.has('list') ? undefined : 'It does not offer session/list.');
    },
    run: async (stage) => {
      const conversation = await stage.shared();
      const additionalDirectories = folders(stage, 'more');
      const source = await listedSession(stage, conversation, { additionalDirectories });
      const { result, error } = await conversation.request('session/fork', { sessionId: source, cwd: stage.folder });
      if (error !== undefined) return stage.check('DIRS-12', true, '');
      const copy = String(fieldsOf(result)['sessionId']);
      const roots = await rootsOf(stage, conversation, copy);
      return stage.check('DIRS-12', roots.length === 0, `The copy has ${JSON.stringify(roots)}.`);
    },
  },
  {
    name: 'directories/files',
    about: 'Has files read inside and outside the directories of a session, by absolute and relative paths and links.',
    versions: [1, 2],
    decides: ['SETUP-03', 'SETUP-04', 'DIRS-06', 'DIRS-10'],
    run: async (stage) => {
      const conversation = await stage.shared();
      const reader = await FileReader.open(stage, conversation);
      await reader.checkListed();
      await reader.checkWorkingDirectory();
      await reader.checkBounds();
    },
  },
];

/** Files with words that occur nowhere else, so that it is seen which of them the agent has read. */
const files = {
  'work/first.txt': 'apricot-first',
  'work/near.txt': 'quince-inside',
  'more/near.txt': 'medlar-beside',
  'out/key.txt': 'damson-outside',
} as const;

/** A session that is asked to read files. */
class FileReader {
  readonly #stage: AgentStage;
  readonly #conversation: Conversation;
  readonly #sessionId: string;

  private constructor(stage: AgentStage, conversation: Conversation, sessionId: string) {
    this.#stage = stage;
    this.#conversation = conversation;
    this.#sessionId = sessionId;
  }

  static async open(stage: AgentStage, conversation: Conversation): Promise<FileReader> {
    const [work = '', more = ''] = folders(stage, 'work', 'more', 'out');
    for (const [name, word] of Object.entries(files)) writeFileSync(join(stage.folder, name), `${word}\n`);
    symlinkSync(join(stage.folder, 'out/key.txt'), join(work, 'link.txt'));
    const several = stage.agent.offersInSession('additionalDirectories') ? { additionalDirectories: [more] } : {};
    return new FileReader(stage, conversation, await stage.session(conversation, { cwd: work, ...several }));
  }

  /** Which of the files the agent shows when it is asked to read one. */
  async #read(path: string): Promise<ReadonlySet<keyof typeof files>> {
    const since = this.#conversation.log.length;
    await this.#stage.prompt(this.#conversation, this.#sessionId, this.#stage.reading(path));
    const said = this.#conversation.received(since).map(({ text }) => text);
    const names = Object.keys(files) as (keyof typeof files)[];
    return new Set(names.filter((name) => said.some((text) => text.includes(files[name]))));
  }

  #at(name: string): string {
    return join(this.#stage.folder, name);
  }

  /** The working directory is the base of relative paths, and no other directory is. */
  async checkWorkingDirectory(): Promise<void> {
    // Another file than the one that is read next: some agents do not show a file again that they have shown.
    if (!(await this.#read(this.#at('work/first.txt'))).has('work/first.txt'))
      throw new Unreachable('The prompt did not make it show a file in the working directory.');
    const shown = await this.#read('near.txt');
    const isNear = shown.has('work/near.txt');
    const [other] = this.#otherBases();
    if (isNear) this.#stage.seen('SETUP-03');
    else if (other !== undefined)
      this.#stage.check('SETUP-03', false, `near.txt is in the working directory, and it looked for ${other}.`);
    // A tool may well want absolute paths only.
    else this.#stage.notTested('SETUP-03', 'It did not read a file in the working directory by a relative path.');
    if (!this.#stage.agent.offersInSession('additionalDirectories'))
      return this.#stage.notOffered('DIRS-06', 'It does not offer additionalDirectories.');
    if (!isNear && !shown.has('more/near.txt')) return undefined;
    return this.#stage.check('DIRS-06', isNear, 'near.txt was read from an additional directory.');
  }

  /** Absolute paths that it made of near.txt, outside the directories of the session. */
  #otherBases(): readonly string[] {
    const said = this.#conversation.received().map(({ text }) => text);
    const paths = said.flatMap((text) => text.match(/(?<![\w.~])\/(?:[\w.@-]+\/)*near\.txt/gu) ?? []);
    return paths.filter((path) => path !== this.#at('work/near.txt') && path !== this.#at('more/near.txt'));
  }

  /** A list that names another directory shows that the session is not in its own; more cannot be seen in it. */
  async checkListed(): Promise<void> {
    if (!this.#stage.agent.has('list')) return;
    const { sessions } = fieldsOf((await this.#conversation.request('session/list', {})).result);
    const all = Array.isArray(sessions) ? sessions.map(fieldsOf) : [];
    const { cwd = this.#at('work') } = all.find((session) => session['sessionId'] === this.#sessionId) ?? {};
    if (cwd === this.#at('work')) return;
    this.#stage.check('SETUP-03', false, `A session in ${this.#at('work')} is listed in ${JSON.stringify(cwd)}.`);
  }

  async checkBounds(): Promise<void> {
    const isOutside = (await this.#read(this.#at('out/key.txt'))).has('out/key.txt');
    this.#stage.check('SETUP-04', !isOutside, 'It has read a file outside the directories of the session.');
    if (isOutside) return this.#stage.notTested('DIRS-10', 'It does not keep to the directories of the session.');
    const isLinked = (await this.#read(this.#at('work/link.txt'))).has('out/key.txt');
    return this.#stage.check('DIRS-10', !isLinked, 'It has read a file outside the directories by a link inside them.');
  }
}
