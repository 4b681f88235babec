/**
 * The questions of the client about what an agent does through it: they name the agent, and show the change or the
 * command as it would be carried out, not as the agent describes it.
 */
import { randomUUID } from 'node:crypto';

import { writeGitPatch } from '@acp-stack/bridge/git-patch';
import type { PermissionOption, RequestPermissionRequest } from '@acp-stack/schema/v2/unstable';

import { quoteWord } from '../text/shell-words.ts';
import type { WantedChange, WantedCommand } from './approved-work.ts';

/** The option that allows all work of the same kind in the session. */
export const sessionOption = 'allow_session';

/** A protected path is asked for each time. */
const options = (work: string, isProtected = false): PermissionOption[] => [
  { optionId: 'allow', name: 'Allow', kind: 'allow_once' },
  ...(isProtected
    ? []
    : [{ optionId: sessionOption, name: `Allow all ${work} in this session`, kind: '_allow_session' as const }]),
  { optionId: 'reject', name: 'Reject', kind: 'reject_once' },
];

/** What the agent is called in questions. */
interface Asking {
  readonly agent: string;
  readonly isProtected?: boolean;
}

/** Asks whether `agent` may read a file. */
export function readQuestion(
  { sessionId, path }: Pick<WantedChange, 'sessionId' | 'path'>,
  { agent }: Asking,
): RequestPermissionRequest {
  return {
    sessionId,
    title: `${agent} wants to read a file.`,
    options: options('reading of files'),
    subject: {
      type: 'tool_call',
      toolCall: { toolCallId: randomUUID(), title: `Read ${path}`, kind: 'read', locations: [{ path }] },
    },
  };
}

/** Asks whether `agent` may write a file; shows what changes in it. */
export function changeQuestion(change: WantedChange, { agent, isProtected }: Asking): RequestPermissionRequest {
  const { sessionId, path, before, after } = change;
  const operation = before === undefined ? 'add' : 'modify';
  const patch = writeGitPatch({ path, oldText: before ?? undefined, newText: after });
  const verb = before === undefined ? 'create' : before === null ? 'replace' : 'change';
  return {
    sessionId,
    title: `${agent} wants to ${verb} a file.`,
    options: options('changes of files', isProtected),
    subject: {
      type: 'tool_call',
      toolCall: {
        toolCallId: randomUUID(),
        title: `Write ${path}`,
        kind: 'edit',
        locations: [{ path }],
        content: [
          {
            type: 'diff',
            changes: [{ operation, path, fileType: 'text' }],
            patch: { format: 'git_patch', text: patch },
          },
        ],
      },
    },
  };
}

/** Asks whether `agent` may run a command; shows its words, its variables and its folder. */
export function commandQuestion(
  command: WantedCommand & { readonly env: readonly { readonly name: string; readonly value: string }[] },
  { agent }: Asking,
): RequestPermissionRequest {
  const { sessionId, cwd, env } = command;
  const variables = env.map(({ name, value }) => `${name}=${quoteWord(value)}`).join(' ');
  return {
    sessionId,
    title: `${agent} wants to run a command.`,
    ...(variables === '' ? {} : { description: `With ${variables}` }),
    options: options('commands'),
    subject: { type: 'command', command: commandLine(command), cwd },
  };
}

/** The words of a command, each in quotes if necessary; without arguments it may be a line for the shell. */
export const commandLine = ({ command, args }: Pick<WantedCommand, 'command' | 'args'>): string =>
  args.length === 0 ? command : [command, ...args].map(quoteWord).join(' ');
