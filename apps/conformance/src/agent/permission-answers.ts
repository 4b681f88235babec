/** What the suite answers when an agent asks for permission. */
import type { Outcome } from '../conversation/conversation.ts';
import { fieldsOf, type Fields } from '../conversation/message.ts';

/** The method that asks. */
export const requestPermission = 'session/request_permission';

/** The options of a question. */
export const optionsOf = ({ options }: Fields): readonly Fields[] =>
  Array.isArray(options) ? options.map(fieldsOf) : [];

/** Chooses the option that allows once, or the next best. */
export function allow(params: Fields): Outcome {
  const options = optionsOf(params);
  const chosen =
    options.find(({ kind }) => kind === 'allow_once') ??
    options.find(({ kind }) => String(kind).startsWith('allow')) ??
    options[0];
  return { result: { outcome: { outcome: 'selected', optionId: chosen?.['optionId'] } } };
}

/** Nothing was chosen. */
export const cancelled: Outcome = { result: { outcome: { outcome: 'cancelled' } } };
