/**
 * The commands of the program itself, beside those of the agent.
 *
 * Both begin with a slash. Where the agent has a command of the same name, that one is meant; two slashes always mean ours.
 */
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';

import type { SessionConfigOption, SessionInfo } from '@acp-stack/schema/v2/unstable';
import { toMarkdown } from '@acp-stack/transcript';

import type { ChatAgent } from './chat-agent.ts';
import type { Conversation } from './conversation.ts';
import type { Face, FaceCommands } from './face.ts';
import type { ListItem } from './questions.ts';
import { harmlessLine } from './text/harmless.ts';
import { span, type Line } from './text/line.ts';
import { homePath } from './view/short-path.ts';

export interface CommandParts {
  readonly agent: ChatAgent;
  readonly conversation: Conversation;
  readonly face: Face;
}

interface ClientCommand {
  readonly description: string;
  readonly run: (parts: CommandParts, input: string) => Promise<void>;
}

/** Sessions that are looked at; more than anybody scrolls through. */
const mostSessions = 1000;

const commands: Readonly<Record<string, ClientCommand>> = {
  new: {
    description: 'Begins a new session.',
    run: ({ conversation, face }) => opened(conversation.open({ kind: 'new' }), face),
  },
  sessions: { description: 'Shows the sessions, to go on with one or to copy it.', run: (parts) => pickSession(parts) },
  fork: {
    description: 'Goes on in a copy of this session.',
    run: async ({ conversation, face }) => {
      const { session } = conversation;
      if (session === undefined) return;
      await conversation.open({ kind: 'fork', sessionId: session.id }, session.cwd);
      face.sessionOpened({ isShown: true });
      face.remark({ kind: 'info', text: 'This is a copy; the session that it was copied from stays as it is.' });
    },
  },
  settings: { description: 'Shows the settings of the session.', run: (parts) => pickSetting(parts) },
  mode: { description: 'Chooses the mode.', run: (parts) => pickCategory(parts, 'mode') },
  model: { description: 'Chooses the model.', run: (parts) => pickCategory(parts, 'model') },
  details: {
    description: 'Shows thoughts and long output whole, or not any more.',
    run: async ({ face }) => face.toggleDetails(),
  },
  export: { description: 'Writes the conversation to a Markdown file.', run: exportTo },
  login: {
    description: 'Logs in to the agent.',
    run: async ({ agent, face }) => {
      await agent.login.login();
      face.remark({ kind: 'info', text: 'Logged in.' });
    },
  },
  logout: {
    description: 'Makes the agent forget who you are.',
    run: async ({ agent, face }) => {
      await agent.login.logout();
      face.remark({ kind: 'info', text: 'Logged out.' });
    },
  },
  restart: {
    description: 'Starts the agent again and goes on.',
    run: async ({ agent, conversation, face }) => {
      await agent.restart();
      face.remark({ kind: 'info', text: 'The agent was started again.' });
      if (await conversation.found()) return;
      face.sessionOpened();
      face.remark({ kind: 'warning', text: 'The session could not be opened again; this is a new one.' });
    },
  },
  keys: { description: 'Lists the keys.', run: async ({ face }) => face.print(keyLines) },
  quit: { description: 'Leaves.', run: async ({ face }) => face.leave() },
};

const keys: readonly (readonly [string, string])[] = [
  ['Enter', 'sends; while the agent works, the message waits'],
  ['Alt+Enter, Ctrl+J, \\ Enter', 'begins another line'],
  ['Esc', 'cancels what the agent does'],
  ['Up, Down', 'brings back what was sent; Up takes back what waits'],
  ['Tab', 'completes a command after / and a file after @'],
  ['Shift+Tab', 'goes to the next mode'],
  ['Ctrl+O', 'settings'],
  ['Ctrl+R', 'sessions'],
  ['Ctrl+T', 'thoughts and long output whole, or not'],
  ['Ctrl+V', 'attaches the picture in the clipboard'],
  ['Ctrl+C', 'cancels, clears the line, leaves'],
  ['Ctrl+D', 'leaves'],
];
const keyLines: readonly Line[] = keys.map(([name, does]): Line => [
  span(name.padEnd(28), { colour: 'cyan' }),
  span(does),
]);

export function clientCommands(parts: CommandParts): FaceCommands {
  const isTheirs = (name: string): boolean =>
    parts.conversation.store.snapshot().availableCommands?.some((command) => command.name === name) === true;
  return {
    list: () =>
      Object.entries(commands).map(([name, { description }]) => ({
        name: isTheirs(name) ? `//${name}` : `/${name}`,
        description,
      })),
    run: (text) => {
      const [, slashes = '', name = '', input = ''] = /^(\/\/?)(\w+)(?:\s+(.*))?$/su.exec(text.trim()) ?? [];
      const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
      if (command === undefined || (slashes === '/' && isTheirs(name))) return false;
      command.run(parts, input.trim()).catch((error: unknown) => {
        parts.face.remark({ kind: 'error', text: error instanceof Error ? error.message : String(error) });
      });
      return true;
    },
  };
}

async function opened(opening: Promise<void>, face: Face): Promise<void> {
  await opening;
  face.sessionOpened();
}

// -------------------------------------------------------------------------------------------- sessions

/** Lets the user choose a session; undefined when none was chosen. */
export async function pickSession({ agent, conversation, face }: CommandParts): Promise<void> {
  const { connection } = agent;
  const sessions: SessionInfo[] = [];
  for await (const session of connection.list()) {
    sessions.push(session);
    if (sessions.length >= mostSessions) break;
  }
  const canFork = connection.supports('session.fork');
  const chosen = await face.questions.choose({
    title: 'Sessions',
    canSearch: true,
    items: sessions.map((session) => sessionItem(session, conversation.session?.id)),
    actions: canFork ? { f: 'copies it' } : {},
  });
  if (chosen === undefined) return;
  const { sessionId, cwd } = chosen.value;
  const kind = chosen.action === 'f' ? 'fork' : 'load';
  await opened(conversation.open({ kind, sessionId }, cwd), face);
}

function sessionItem(session: SessionInfo, current: string | undefined): ListItem<SessionInfo> {
  const { title, updatedAt, cwd, sessionId } = session;
  const isOpen = sessionId === current;
  const time = typeof updatedAt === 'string' ? updatedAt.slice(0, 16).replace('T', ' ') : '';
  return {
    value: session,
    label: harmlessLine(title ?? sessionId),
    description: harmlessLine(`${time} ${homePath(cwd)}${isOpen ? ' (this one)' : ''}`),
  };
}

// -------------------------------------------------------------------------------------------- settings

async function pickSetting(parts: CommandParts): Promise<void> {
  const { conversation, face } = parts;
  const options = (conversation.store.snapshot().configOptions ?? []).filter(isKnown);
  if (options.length === 0) throw new Error('The session has no settings.');
  const chosen = await face.questions.choose({
    title: 'Settings',
    canSearch: false,
    items: options.map((option) => ({
      value: option,
      label: harmlessLine(option.name),
      description: harmlessLine(valueName(option)),
    })),
  });
  if (chosen !== undefined) await pickValue(parts, chosen.value);
}

async function pickCategory(parts: CommandParts, category: string): Promise<void> {
  const option = parts.conversation.store.snapshot().configOptions?.find((each) => each.category === category);
  if (option === undefined || !isKnown(option)) throw new Error(`The session has no ${category} to choose.`);
  await pickValue(parts, option);
}

async function pickValue({ conversation, face }: CommandParts, option: SessionConfigOption): Promise<void> {
  const values = valuesOf(option);
  const chosen = await face.questions.choose({
    title: harmlessLine(option.name),
    canSearch: values.length > 9,
    selected: Math.max(
      0,
      values.findIndex(({ isCurrent }) => isCurrent),
    ),
    items: values.map(({ value, name, description, isCurrent }) => ({
      value,
      label: `${harmlessLine(name)}${isCurrent ? ' ✓' : ''}`,
      description: harmlessLine(description),
    })),
  });
  if (chosen !== undefined) await setOption(conversation, option.configId, chosen.value);
}

/** Sets an option and shows what came of it, also where the agent does not say so in an update. */
async function setOption(conversation: Conversation, configId: string, value: string | boolean): Promise<void> {
  const { session, store } = conversation;
  if (session === undefined) return;
  const configOptions = await session.setConfigOption(configId, value);
  store.apply({ sessionUpdate: 'config_option_update', configOptions: [...configOptions] });
}

/** Goes to the mode after the current one. */
export async function nextMode(conversation: Conversation): Promise<void> {
  const option = conversation.store.snapshot().configOptions?.find(({ category }) => category === 'mode');
  if (option === undefined || !isKnown(option)) return;
  const values = valuesOf(option);
  const current = values.findIndex(({ isCurrent }) => isCurrent);
  const next = values[(current + 1) % values.length];
  if (next !== undefined) await setOption(conversation, option.configId, next.value);
}

interface OptionValue {
  readonly value: string | boolean;
  readonly name: string;
  readonly description: string;
  readonly isCurrent: boolean;
}

interface SelectValue {
  readonly value: string;
  readonly name: string;
  readonly description?: string | null;
}

const isKnown = ({ type }: SessionConfigOption): boolean => type === 'select' || type === 'boolean';

function valuesOf(option: SessionConfigOption): readonly OptionValue[] {
  if (option.type === 'boolean') {
    return [true, false].map((value) => ({
      value,
      name: value ? 'on' : 'off',
      description: '',
      isCurrent: option.currentValue === value,
    }));
  }
  if (option.type !== 'select') return [];
  const listed = option.options as readonly (
    | SelectValue
    | { readonly name: string; readonly options: readonly SelectValue[] }
  )[];
  return listed
    .flatMap((each) => ('options' in each ? each.options : [each]))
    .map(({ value, name, description }) => ({
      value,
      name,
      description: description ?? '',
      isCurrent: option.currentValue === value,
    }));
}

const valueName = (option: SessionConfigOption): string =>
  valuesOf(option).find(({ isCurrent }) => isCurrent)?.name ?? '';

// -------------------------------------------------------------------------------------------- files

async function exportTo({ conversation, face }: CommandParts, input: string): Promise<void> {
  const path = resolve(conversation.cwd, input === '' ? `conversation-${conversation.session?.id ?? ''}.md` : input);
  await writeFile(path, toMarkdown(conversation.store.snapshot()), { flag: 'wx' });
  face.remark({ kind: 'info', text: `Written to ${path}.` });
}
