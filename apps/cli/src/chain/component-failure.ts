/** Explains the failure of a component of a chain, as the conductor reports it to the client. */
import { CommandError } from '../errors/command-error.ts';
import { inOneLine } from '../text/strip-control-characters.ts';
import { withoutPeriod } from '../text/without-period.ts';

/** What the conductor answers for a component that has failed. */
interface ComponentFailure extends Error {
  readonly data: { readonly component: string; readonly details: string };
}

/** Whether `error` says that a component of a chain has failed. */
export function isComponentFailure(error: unknown): error is ComponentFailure {
  if (!(error instanceof Error) || !('data' in error)) return false;
  const { component, details } = Object(error.data) as { readonly component?: unknown; readonly details?: unknown };
  return typeof component === 'string' && typeof details === 'string' && error.message.includes(component);
}

/** The failure in one sentence, which names the component. */
export function explainComponent(error: Error, exitCode: number): CommandError {
  return new CommandError(exitCode, failureSentence(error.message), { cause: error });
}

/** The message of a failure as it follows the name of a command. */
export function failureSentence(message: string): string {
  const line = withoutPeriod(inOneLine(message));
  const sentence = `${line.charAt(0).toLowerCase()}${line.slice(1)}`;
  return /(?:exited with code \d+|was ended by \w+)(?: before it said anything)?$/u.test(sentence)
    ? `${sentence}; run it alone to see why`
    : sentence;
}
