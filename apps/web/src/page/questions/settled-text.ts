/** What to say about a question that was settled before the user answered it here. */
import type { SettledQuestion } from '@acp-stack/react';

const actions: ReadonlyMap<string, string> = new Map([
  ['accept', 'accepted'],
  ['decline', 'declined'],
  ['cancel', 'closed without an answer'],
  ['cancelled', 'closed without an answer'],
]);

/** One sentence; `self` is the name of this user. */
export function settledText({ request, reason, answer, by }: SettledQuestion, self: string | undefined): string {
  const { title, message, options } = request as {
    readonly title?: string;
    readonly message?: string;
    readonly options?: readonly { readonly optionId: string; readonly name: string }[];
  };
  const what = title ?? message ?? '';
  if (reason === 'cancelled') return `Closed, because the work was stopped: ${what}`;
  const where = by === undefined || by === self ? 'in another window' : `by ${by}`;
  if (answer === undefined) return `Closed, because it was answered elsewhere or withdrawn: ${what}`;
  const chosen = options?.find(({ optionId }) => optionId === answer)?.name ?? actions.get(answer) ?? answer;
  return `Answered ${where}: ${chosen} (${what})`;
}
