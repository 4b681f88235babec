/** Compares what each attachment saw with the log: every update after its begin once, in order, with the same bytes. */
import { groupedBy, hashOf, type AttachedEvent, type History, type SawEvent, type Violation } from './history.ts';

export function checkClients({ events, sessions }: History): readonly Violation[] {
  const updates = new Map(
    sessions.map(({ session, log }) => [
      session,
      new Map(log.flatMap(({ sequence, record }) => (record.kind === 'update' ? [[sequence, record.update]] : []))),
    ]),
  );
  const seen = groupedBy(
    events.filter((event) => event.kind === 'saw'),
    ({ attachment }) => attachment,
  );
  const stayed = new Set(events.flatMap((event) => (event.kind === 'stayed' ? [event.attachment] : [])));
  return events
    .filter((event) => event.kind === 'attached')
    .flatMap((attached) =>
      checkAttachment(attached, {
        saw: seen.get(attached.attachment) ?? [],
        stored: updates.get(attached.session) ?? new Map<number, unknown>(),
        hasStayed: stayed.has(attached.attachment),
      }),
    );
}

interface Sight {
  readonly saw: readonly SawEvent[];
  /** The updates of the log by their number. */
  readonly stored: ReadonlyMap<number, unknown>;
  readonly hasStayed: boolean;
}

function checkAttachment(attached: AttachedEvent, { saw, stored, hasStayed }: Sight): readonly Violation[] {
  const { session, client, attachment, after } = attached;
  const found: Violation[] = [];
  const report = (kind: Violation['kind'], detail: string): void => {
    found.push({ kind, session, detail: `${client} in ${attachment}: ${detail}` });
  };
  const expected = [...stored.keys()].filter((sequence) => sequence > after).toSorted((left, right) => left - right);
  const numbers = new Set<number>();
  let last = after;
  for (const { sequence, hash } of saw) {
    if (numbers.has(sequence)) report('duplicate', `saw ${sequence} again`);
    else if (sequence <= last) report('reorder', `saw ${sequence} after ${last}`);
    numbers.add(sequence);
    last = Math.max(last, sequence);
    if (!stored.has(sequence)) report('shown-not-stored', `saw ${sequence}, which is not an update of the log`);
    else if (hash !== hashOf(stored.get(sequence))) report('different-bytes', `saw ${sequence} with other bytes`);
  }
  for (const sequence of expected) {
    if (sequence > last || numbers.has(sequence)) continue;
    report('gap', `did not see ${sequence}, but ${last}`);
  }
  const end = expected.at(-1) ?? after;
  if (hasStayed && last < end) report('behind', `saw the last update ${last}, and the log ends with ${end}`);
  return found;
}
