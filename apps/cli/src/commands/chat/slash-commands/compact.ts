/**
 * `/compact` for an agent without such a command: a summary by the agent, and a new session that continues with it.
 *
 * The old session stays as it is. The summary goes with the next message of the user.
 */
import { configOption, entriesOf, textOf, type MessageEntry } from '@acp-stack/transcript';

import { escapeControls } from '../../../text/escape-control-characters.ts';
import type { Conversation } from '../conversation/conversation.ts';
import type { SlashCommandParts } from './slash-command.ts';

const request =
  'Summarize this conversation so that it can be continued without it: the goal, what was decided and why, the files ' +
  'and commands that matter, what is done, and what is next. Write only the summary; change nothing and run nothing.';

export async function compact({ conversation, ui, modelHint }: SlashCommandParts, focus: string): Promise<void> {
  if (conversation.isBusy) throw new Error('The agent is working; /compact when it is done, or press Esc.');
  if (conversation.isEmpty) throw new Error('There is nothing to compact yet.');
  // The bundled agent would search the files for the words of the request.
  if (modelHint !== undefined && configOption(conversation.store.snapshot(), 'model') === undefined)
    throw new Error('A summary needs a model, and none is configured. /model explains how to add one.');
  ui.note({ kind: 'info', text: 'This agent has no /compact, so it is asked for a summary.' });
  const before = lastAnswer(conversation);
  const hasEnded = await conversation.request(focus === '' ? request : `${request} Above all: ${focus}`);
  const answer = lastAnswer(conversation);
  const summary = !hasEnded || answer === undefined || answer.id === before?.id ? '' : textOf(answer.content);
  if (summary.trim() === '') throw new Error('The agent gave no summary, so the conversation continues as it is.');
  await conversation.open({ kind: 'new' });
  ui.sessionOpened();
  conversation.shared.add({
    name: 'summary',
    text: `Summary of the conversation so far:\n${escapeControls(summary)}\n`,
  });
  const text = 'This is a new session; the summary goes with your next message. /resume opens the old one again.';
  ui.note({ kind: 'info', text });
}

const lastAnswer = ({ store }: Conversation): MessageEntry | undefined =>
  entriesOf(store.snapshot(), 'agent_message').at(-1);
