/** Answers that a user may want to give to a request of an agent, without writing JSON. */
import type { OpenQuestion } from '@acp-stack/trace/inspect';

/** An answer with its label. */
export interface SuggestedAnswer {
  readonly label: string;
  readonly result: unknown;
}

type Json = Readonly<Record<string, unknown>>;

const objectOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};

/** Both versions of the protocol have the same outcomes of a permission request. */
export function suggestedAnswers({
  method,
  params,
}: Pick<OpenQuestion, 'method' | 'params'>): readonly SuggestedAnswer[] {
  if (method === 'session/request_permission') {
    const { options } = objectOf(params);
    const offered = Array.isArray(options) ? options.map(objectOf) : [];
    return [
      ...offered.map(({ optionId, name }) => ({
        label: String(name ?? optionId),
        result: { outcome: { outcome: 'selected', optionId } },
      })),
      { label: 'Cancelled', result: { outcome: { outcome: 'cancelled' } } },
    ];
  }
  if (method === 'elicitation/create') {
    return ['accept', 'decline', 'cancel'].map((action) => ({
      label: action,
      result: action === 'accept' ? { action, content: {} } : { action },
    }));
  }
  return [{ label: 'Empty result', result: {} }];
}
