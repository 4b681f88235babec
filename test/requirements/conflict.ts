/** The places where the sources of the protocol disagree, and what we do there, as data. */
import { readFileSync } from 'node:fs';

interface Conflict {
  /** What definitions, rules of leniency, examples and golden messages cite: `X-12`. */
  readonly id: string;
  /** What the sources say differently. */
  readonly topic: string;
  /** What we send and what we accept. */
  readonly resolution: string;
}

export const conflicts = JSON.parse(
  readFileSync(new URL('conflicts.json', import.meta.url), 'utf8'),
) as readonly Conflict[];
