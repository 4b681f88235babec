/**
 * A transcript as JSON: the updates that it consists of, and what updates cannot express.
 *
 * The format has a version number. Unknown versions are refused.
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

/** A transcript as plain JSON. */
export interface TranscriptJson {
  readonly format: 'acp-transcript';
  readonly version: 1;
  /** Updates of protocol version 2 from which `fold` rebuilds the transcript. */
  readonly updates: readonly SessionUpdate[];
  /** Pending permission requests, oldest first. */
  readonly permissions: readonly PendingPermission[];
  /** Pending elicitations, oldest first. */
  readonly elicitations: readonly PendingElicitation[];
  /** The number of output bytes that were dropped, by terminal id. */
  readonly droppedBytes: { readonly [terminalId: string]: number };
}

/** Converts a transcript to a value for `JSON.stringify`. */
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

/** Restores a transcript from the result of `toJson`. Throws a `TypeError` if the value is not one. */
export function fromJson(value: unknown, limits: TranscriptLimits = defaultTranscriptLimits): Transcript {
  const json = value as TranscriptJson | null | undefined;
  if (json?.format !== format) throw new TypeError('This is not a transcript.');
  if (json.version !== version) {
    throw new TypeError(`The version ${String(json.version)} of this transcript is not supported.`);
  }
  try {
    return restored(json, limits);
  } catch (error) {
    throw new TypeError('This transcript is damaged.', { cause: error });
  }
}

function restored(json: TranscriptJson, limits: TranscriptLimits): Transcript {
  const updated = json.updates.reduce((before, update) => {
    if (typeof update.sessionUpdate !== 'string') throw new TypeError('An update has no sessionUpdate.');
    return fold(before, update, limits);
  }, emptyTranscript());
  const { permissions, elicitations } = json;
  return {
    ...updated,
    permissions: permissions.reduce((table, each) => table.put(each), updated.permissions),
    elicitations: elicitations.reduce((table, each) => table.put(each), updated.elicitations),
    terminals: Object.entries(json.droppedBytes).reduce((table, [id, dropped]) => {
      const terminal = table.get(id);
      if (terminal === undefined || !Number.isSafeInteger(dropped) || dropped < 0)
        throw new TypeError('droppedBytes must be a non-negative integer.');
      const { bytes } = terminal.output;
      return table.put({ ...terminal, output: TerminalOutput.of(bytes, bytes.length, dropped) });
    }, updated.terminals),
  };
}
