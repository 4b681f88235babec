/**
 * A transcript as JSON: the updates that tell it, and what updates cannot tell.
 *
 * The form has a number. A reader refuses numbers that it does not know.
 */
import type { SessionUpdate } from '@acp-stack/schema/v2/unstable';

import { fold } from '../updates/fold.ts';
import { TerminalOutput } from '../state/terminal-output.ts';
import { toUpdates } from '../updates/to-updates.ts';
import {
  defaultTranscriptLimits,
  emptyTranscript,
  type PendingElicitation,
  type PendingPermission,
  type Transcript,
  type TranscriptLimits,
} from '../state/transcript.ts';

const format = 'acp-transcript';
const version = 1;

/** What is written to a file; everything in it is plain JSON. */
export interface TranscriptJson {
  readonly format: 'acp-transcript';
  readonly version: 1;
  /** Updates of protocol version 2 that tell the transcript when they are folded. */
  readonly updates: readonly SessionUpdate[];
  /** Requests for permission that waited, oldest first. */
  readonly permissions: readonly PendingPermission[];
  /** Questions to the user that waited, oldest first. */
  readonly elicitations: readonly PendingElicitation[];
  /** How many bytes of terminals were printed and are not kept, by the terminal's id. */
  readonly droppedBytes: { readonly [terminalId: string]: number };
}

/** The transcript as a value for `JSON.stringify`. */
export function toJson(transcript: Transcript): TranscriptJson {
  const { permissions, elicitations, terminals } = transcript;
  const dropped = terminals.toArray().filter(({ output }) => output.dropped > 0);
  return {
    format,
    version,
    updates: toUpdates(transcript),
    permissions: permissions.toArray(),
    elicitations: elicitations.toArray(),
    droppedBytes: Object.fromEntries(dropped.map(({ id, output }) => [id, output.dropped])),
  };
}

/** The transcript that `toJson` was given. Throws a `TypeError` when the value is not one of its. */
export function fromJson(value: unknown, limits: TranscriptLimits = defaultTranscriptLimits): Transcript {
  const json = value as TranscriptJson | null | undefined;
  if (json?.format !== format) throw new TypeError('This is not a transcript.');
  if (json.version !== version) {
    throw new TypeError(`This transcript has the form ${String(json.version)}, which is not known here.`);
  }
  try {
    return restored(json, limits);
  } catch (error) {
    throw new TypeError('This transcript is damaged.', { cause: error });
  }
}

function restored(json: TranscriptJson, limits: TranscriptLimits): Transcript {
  const told = json.updates.reduce((before, update) => {
    if (typeof update.sessionUpdate !== 'string') throw new TypeError('An update has no kind.');
    return fold(before, update, limits);
  }, emptyTranscript());
  const { permissions, elicitations } = json;
  return {
    ...told,
    permissions: permissions.reduce((table, each) => table.put(each), told.permissions),
    elicitations: elicitations.reduce((table, each) => table.put(each), told.elicitations),
    terminals: Object.entries(json.droppedBytes).reduce((table, [id, dropped]) => {
      const terminal = table.get(id);
      if (terminal === undefined || !Number.isSafeInteger(dropped) || dropped < 0)
        throw new TypeError('No such bytes.');
      const { bytes } = terminal.output;
      return table.put({ ...terminal, output: TerminalOutput.of(bytes, bytes.length, dropped) });
    }, told.terminals),
  };
}
