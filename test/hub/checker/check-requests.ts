/** Compares what clients were told and what agents got with the store. */
import { answerMethod, type InboxItem } from '../../../packages/hub/src/store/records.ts';
import { textOf, type AcknowledgedEvent, type History, type StoredSession, type Violation } from './history.ts';

export function checkRequests({ events, sessions }: History): readonly Violation[] {
  const stored = new Map(sessions.map((each) => [each.session, each]));
  const found: Violation[] = [];
  const given = new Set<string>();
  const answered = new Set<string>();
  for (const event of events) {
    if (event.kind === 'acknowledged' && !isStored(event, stored.get(event.session)))
      found.push({ kind: 'acknowledged-missing', session: event.session, detail: `${event.what} "${event.text}"` });
    if (event.kind === 'given') {
      const { session, text } = event;
      const name = `${session} ${text}`;
      if (given.has(name)) found.push({ kind: 'given-twice', session, detail: `the agent got "${text}" again` });
      given.add(name);
      if (!wasHanded(text, stored.get(session)))
        found.push({ kind: 'given-unrecorded', session, detail: `the agent got "${text}" without a record before it` });
    }
    if (event.kind === 'answered') {
      const { session, text } = event;
      const name = `${session} ${text}`;
      if (answered.has(name)) found.push({ kind: 'answered-twice', session, detail: `the question "${text}"` });
      answered.add(name);
    }
  }
  return found;
}

/** The text that a request of the inbox is recognised by. */
export function textOfItem({ params }: InboxItem): string {
  return textOf(params['prompt'] ?? params['content'] ?? []);
}

/** An acknowledged prompt is shown, an injected message is or was pending, and the rest is in the inbox. */
function isStored({ what, text }: AcknowledgedEvent, stored: StoredSession | undefined): boolean {
  if (stored === undefined) return false;
  const { log, inbox } = stored;
  if (what === 'answer') {
    const questions = new Set(
      log.flatMap(({ record }) =>
        record.kind === 'question' && textOfQuestion(record.params) === text ? [record.question] : [],
      ),
    );
    return inbox.some(
      ({ request }) => request.method === answerMethod && questions.has(String(request.params['question'])),
    );
  }
  if (!inbox.some(({ request }) => textOfItem(request) === text)) return false;
  if (what === 'stored') return true;
  return log.some(({ record }) => {
    if (record.kind === 'pending') return what === 'inject' && textOf(record.message.content) === text;
    if (record.kind !== 'update' || record.update.sessionUpdate !== 'user_message') return false;
    return textOf(record.update.content) === text;
  });
}

/** The text that a question is recognised by. */
export function textOfQuestion({ title, message }: Readonly<Record<string, unknown>>): string {
  return (title ?? message ?? '') as string;
}

function wasHanded(text: string, stored: StoredSession | undefined): boolean {
  if (stored === undefined) return false;
  const items = new Set(stored.inbox.flatMap(({ item, request }) => (textOfItem(request) === text ? [item] : [])));
  // A message that was replaced is handed over by the item that brought it first.
  for (const { record } of stored.log)
    if (record.kind === 'pending' && textOf(record.message.content) === text) items.add(record.message.item);
  return stored.log.some(({ record }) => record.kind === 'handed' && items.has(record.item));
}
