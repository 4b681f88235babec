/** What our validators say about a message, in the two degrees in which the official schema can be asked too. */
import type { Validator } from '@acp-stack/schema';
import type { MeasuredSurface } from './surfaces.ts';

export interface Verdict {
  /** Right as it stands. */
  readonly exact: boolean;
  /** Right after the repairs that a receiver makes. */
  readonly mended: boolean;
}

function validatorOf({ validators }: MeasuredSurface, definition: string): Validator<unknown> {
  const validator = validators[definition];
  if (validator === undefined) throw new Error(`there is no validator for ${definition}`);
  return validator;
}

export function ownVerdict(surface: MeasuredSurface, definition: string, value: unknown): Verdict {
  const validator = validatorOf(surface, definition);
  const exact = validator.is(value);
  return { exact, mended: exact || validator.check(value).ok };
}

/** The message, the verdicts about it, and what our validator has to say. */
export function explain(surface: MeasuredSurface, definition: string, value: unknown, verdicts: object): string {
  const checked = validatorOf(surface, definition).check(value);
  const notes = checked.ok ? { repairs: checked.repairs } : { problems: checked.problems };
  return `${JSON.stringify(value)}\n      ${JSON.stringify(verdicts)} ${JSON.stringify(notes)}`;
}
