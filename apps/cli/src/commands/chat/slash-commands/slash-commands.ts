/**
 * The slash commands of the program, beside those of the agent.
 *
 * If the agent has a command of the same name, one slash means that one; two slashes always mean the program's.
 */
import { describeError } from '@acp-stack/rpc';
import { nearestNames } from '@acp-stack/trace/names';

import { entriesOf, textOf } from '@acp-stack/transcript';

import type { ChatUi, SlashCommands } from '../ui/chat-ui.ts';
import { changePending } from './pending.ts';
import { compact } from './compact.ts';
import { exportTo } from './export.ts';
import { pickSession, resumeSession } from './pick-session.ts';
import { showPlan } from './plans.ts';
import { forgetChoice } from './remembered-permissions.ts';
import { pickCategory, pickSetting, type SettingParts } from './session-settings.ts';
import { steer } from './steer.ts';
import type { UserShell } from './user-shell.ts';
import { escapeLine } from '../../../text/escape-control-characters.ts';
import type { SlashCommand, SlashCommandParts } from './slash-command.ts';

const startNew: SlashCommand['run'] = async ({ conversation, ui }) => {
  await showOpened(conversation.open({ kind: 'new' }), ui);
  const old = conversation.resumableId === undefined ? '' : ' /resume opens the one before again.';
  ui.note({ kind: 'info', text: `This is a new session.${old}` });
};

const commands: Readonly<Record<string, SlashCommand>> = {
  help: { description: 'Explains what you can type, and lists the commands.', run: async (parts) => showHelp(parts) },
  new: { description: 'Starts a new session; the old one is kept.', run: startNew },
  clear: { description: 'Starts a new session, like /new.', run: startNew },
  resume: {
    description: 'Resumes a session: one of a list, or the one with this id. <id>',
    run: (parts, id) => (id === '' ? pickSession(parts) : resumeSession(parts, id)),
  },
  sessions: { description: 'Lists the sessions, to resume or copy one.', run: (parts) => pickSession(parts) },
  compact: { description: 'Continues in a new session with a summary of this one. <what matters>', run: compact },
  fork: {
    description: 'Continues in a copy of this session.',
    run: async ({ conversation, ui }) => {
      const { session } = conversation;
      if (session === undefined) return;
      await conversation.open({ kind: 'fork', sessionId: session.id }, { cwd: session.cwd });
      ui.sessionOpened({ isShown: true });
      ui.note({ kind: 'info', text: 'This is a copy; the original session is unchanged.' });
    },
  },
  settings: { description: 'Shows the options of the session.', run: (parts) => pickSetting(settingParts(parts)) },
  mode: {
    description: 'Chooses the mode. <name>',
    run: (parts, name) => pickCategory(settingParts(parts), { category: 'mode', name }),
  },
  model: {
    description: 'Chooses the model. <name>',
    run: (parts, name) => pickCategory(settingParts(parts), { category: 'model', name }),
  },
  details: {
    description: 'Shows thoughts and long output in full, or in short.',
    run: async ({ ui }) => ui.toggleDetails(),
  },
  transcript: {
    description: 'Shows the whole conversation, to scroll, unfold and search.',
    run: async ({ ui }) => ui.openPager(),
  },
  steer: {
    description: 'Sends a message while the agent works. <message>',
    run: async ({ conversation, ui }, input) => {
      if (input === '') throw new Error('Missing message: type /steer and the message.');
      const putBack = (): void => ui.note({ kind: 'warning', text: `Not sent: ${input}` });
      await steer({ text: input, pictures: [] }, { conversation, questions: ui.questions, putBack });
    },
  },
  history: { description: 'Searches earlier messages, to send one again. <words>', run: searchHistory },
  pending: { description: 'Lists pending messages, to move or take one back.', run: changePending },
  plans: { description: 'Shows a plan of the agent in full.', run: showPlan },
  copy: { description: 'Copies the last answer to the clipboard.', run: copyAnswer },
  permissions: {
    description: 'Lists remembered permissions of this project, to forget one.',
    run: forgetChoice,
  },
  export: { description: 'Writes the conversation to a file: .md, .html or .json. <file>', run: exportTo },
  login: {
    description: 'Logs in to the agent.',
    run: async (parts) => {
      const { agent, ui } = parts;
      if (agent.login.methods.length === 0) throw new Error('This agent needs no login.');
      await agent.login.login();
      ui.note({ kind: 'info', text: 'Logged in.' });
      await continueSession(parts);
    },
  },
  logout: {
    description: 'Logs out of the agent.',
    run: async ({ agent, ui }) => {
      if (agent.login.methods.length === 0) throw new Error('This agent needs no login, so you cannot log out.');
      await agent.login.logout();
      ui.note({ kind: 'info', text: 'Logged out. /login logs in again.' });
    },
  },
  restart: {
    description: 'Restarts the agent and continues.',
    run: async (parts) => {
      await parts.agent.restart();
      const isOfHub = parts.conversation.isOfHub;
      parts.ui.note({ kind: 'info', text: isOfHub ? 'The hub is connected again.' : 'The agent was restarted.' });
      await continueSession(parts);
    },
  },
  keys: { description: 'Lists the keys.', run: async ({ ui }) => ui.listKeys() },
  quit: { description: 'Quits.', run: async ({ ui }) => ui.leave() },
};

/** Words that other programs use; an agent that has a command of that name keeps it. */
const otherWords: ReadonlyMap<string, string> = new Map([['exit', 'quit']]);

const settingParts = ({ conversation, ui, modelHint }: SlashCommandParts): SettingParts => ({
  conversation,
  questions: ui.questions,
  note: (note) => ui.note(note),
  modelHint,
});

/** The maximum number of earlier messages to list. */
const maxHistory = 200;
/** A command of the shell: `!` and its words. */
const shellLine = /^!\s*(\S[\s\S]*)$/u;

export function slashCommands(parts: SlashCommandParts): SlashCommands {
  // A stopped agent has no commands.
  const isAgentCommand = (name: string): boolean =>
    !parts.conversation.isLost &&
    parts.conversation.store.snapshot().availableCommands?.some((command) => command.name === name) === true;
  const hasAgentCommands = (): boolean => (parts.conversation.store.snapshot().availableCommands?.length ?? 0) > 0;
  const typed = (name: string): string => (isAgentCommand(name) ? `//${name}` : `/${name}`);
  let running = 0;
  const track = (work: () => Promise<void>): true => {
    // Before the work begins, which may already ask whether something runs.
    running += 1;
    work()
      .catch((error: unknown) => {
        parts.ui.note({ kind: 'error', text: describeError(error) });
      })
      .finally(() => {
        running -= 1;
        parts.ui.changed();
      });
    return true;
  };
  return {
    isRunning: () => running > 0,
    activity: () => (parts.shell?.running === undefined ? undefined : `Running ${parts.shell.running} · Esc stops it`),
    stop: () => parts.shell?.stop() === true,
    typed,
    list: () =>
      Object.entries(commands).map(([name, { description }]) => ({
        name: typed(name),
        description,
      })),
    run: (text) => {
      const [, command] = shellLine.exec(text.trim()) ?? [];
      const { shell } = parts;
      if (command !== undefined && shell !== undefined) return track(() => runInShell(parts, shell, command));
      const [, slashes = '', name = '', input = ''] = /^(\/\/?)(\w+)(?:\s+(.*))?$/su.exec(text.trim()) ?? [];
      const own = otherWords.get(name) ?? name;
      const found = Object.hasOwn(commands, own) ? commands[own] : undefined;
      if (name === 'help' && slashes === '/' && isAgentCommand(name)) {
        showHelp(parts, { hasOwn: true });
        return false;
      }
      if (found === undefined || (slashes === '/' && isAgentCommand(name))) {
        if (name !== '' && !isAgentCommand(name) && hasAgentCommands()) noteUnknown(parts, `${slashes}${name}`);
        return false;
      }
      return track(() => found.run(parts, input.trim()));
    },
  };
}

/** Notes that a command is unknown. The agent may still understand it, so it is sent as text. */
function noteUnknown({ conversation, ui }: SlashCommandParts, typed: string): void {
  const names = [
    ...(conversation.store.snapshot().availableCommands ?? []).map(({ name }) => name),
    ...Object.keys(commands),
    ...otherWords.keys(),
  ];
  const [nearest] = nearestNames(typed.replace(/^\/+/u, ''), names);
  const guess = nearest === undefined ? '' : ` Did you mean /${escapeLine(nearest)}?`;
  ui.note({ kind: 'info', text: `Unknown command ${typed}.${guess} Sent as text.` });
}

/** With the commands of the agent, unless its own `/help` follows. */
function showHelp({ conversation, ui }: SlashCommandParts, { hasOwn = false } = {}): void {
  const agent = hasOwn ? [] : (conversation.store.snapshot().availableCommands ?? []);
  ui.showHelp({
    agent: agent.map(({ name, description }) => ({
      name: `/${escapeLine(name)}`,
      description: escapeLine((description as string | undefined) ?? ''),
    })),
    program: Object.entries(commands).map(([name, { description }]) => ({ name: `/${name}`, description })),
  });
}

async function runInShell({ conversation, ui }: SlashCommandParts, shell: UserShell, command: string): Promise<void> {
  const { session } = conversation;
  if (session === undefined) throw new Error('There is no session yet.');
  ui.changed();
  const shared = await shell.run(command, session, (lines, options) => ui.print(lines, options));
  conversation.shared.add(shared);
  ui.note({ kind: 'info', text: 'The agent gets this output with your next message.' });
}

/** Puts an earlier message back into the input. */
async function searchHistory({ ui }: SlashCommandParts, words: string): Promise<void> {
  const found = ui.history
    .filter((text) => !/^\/\/?history\b/u.test(text) && text.toLowerCase().includes(words.toLowerCase()))
    .slice(0, maxHistory);
  if (found.length === 0) throw new Error('There is no such message in the history.');
  const chosen = await ui.questions.choose({
    title: 'History',
    canSearch: true,
    items: found.map((text) => ({ value: text, label: escapeLine(text) })),
  });
  if (chosen !== undefined) ui.replaceInput(chosen.value);
}

/** Continues after a restart: with the session, or with a new one. */
async function continueSession({ conversation, ui }: SlashCommandParts): Promise<void> {
  const became = await conversation.agentRestarted();
  if (became === 'open') return;
  ui.sessionOpened();
  ui.note({ kind: 'warning', text: 'The session could not be reopened; this is a new one.' });
}

/** Shows a session once it is open. */
async function showOpened(opening: Promise<void>, ui: ChatUi): Promise<void> {
  await opening;
  ui.sessionOpened();
}

async function copyAnswer({ conversation, ui }: SlashCommandParts): Promise<void> {
  const answer = entriesOf(conversation.store.snapshot(), 'agent_message').at(-1);
  if (answer === undefined) throw new Error('There is no answer yet.');
  if (!ui.copy(textOf(answer.content)))
    throw new Error('This terminal cannot copy; /export writes the conversation to a file.');
  ui.note({ kind: 'info', text: 'Copied the last answer to the clipboard, if your terminal allows that.' });
}
