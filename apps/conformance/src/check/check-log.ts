/**
 * Checks everything that the program under test has sent in a conversation, whatever the conversation was about.
 *
 * Only its messages are blamed; those of the suite, which may be wrong on purpose, say what they are answers to.
 */
import { isResponse, type LoggedMessage } from '../conversation/message.ts';
import type { Version } from '../rules/rule.ts';
import { ConnectionState } from './connection-state.ts';
import type { Fault, Finding } from './finding.ts';
import { messageFaults } from './message-faults.ts';
import { piecesOf, startsMessage, type Piece } from './pieces.ts';

export interface CheckOptions {
  /** The version of the scenario; messages after `initialize` are of the version that was agreed on. */
  readonly version: Version;
  /** Messages before this place of the log are only read. */
  readonly since?: number;
  /** Whether each message is a line of the output of a process. */
  readonly isStdio?: boolean;
}

/** What is wrong with the messages of the program in `log`. */
export function checkLog(log: readonly LoggedMessage[], options: CheckOptions): readonly Finding[] {
  const { version, since = 0, isStdio = false } = options;
  const state = new ConnectionState();
  const findings: Finding[] = [];
  for (const piece of piecesOf(log)) {
    const [message] = piece.lines;
    if (message.from === 'suite') {
      state.sent(message);
      continue;
    }
    const found = [...textFindings(piece, isStdio, log), ...valueFindings(piece, state, version)];
    if (piece.index >= since) findings.push(...found);
  }
  return findings;
}

/** What is wrong with the text of a message. */
function textFindings(piece: Piece, isStdio: boolean, log: readonly LoggedMessage[]): readonly Finding[] {
  const { lines, index } = piece;
  const [{ text, isUtf8 }] = lines;
  const finding = (fault: Fault): readonly Finding[] => [{ ...fault, evidence: lines }];
  if (lines.length > 1) return finding({ rule: 'STDIO-01', found: `A message has ${lines.length} lines.` });
  if (isUtf8 === false) return finding({ rule: 'GEN-01', found: 'A message has bytes that are not UTF-8.' });
  // What a program was writing when it was ended is cut off; an empty line holds nothing that is not a message.
  const isCut = index === log.length - 1 && startsMessage(text);
  if ('value' in piece || text.trim() === '' || isCut) return [];
  const shown = JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
  return finding(
    isStdio
      ? { rule: 'STDIO-02', found: `It wrote ${shown} to its standard output, which is no message.` }
      : { rule: 'GEN-01', found: `It sent ${shown}, which is not JSON.` },
  );
}

/** What is wrong with what a message says. */
function valueFindings(piece: Piece, state: ConnectionState, version: Version): readonly Finding[] {
  if (!('value' in piece)) return [];
  const { value, lines } = piece;
  if (!Array.isArray(value)) {
    const { faults, request } = messageFaults(value, state, version);
    // What is wrong in a version that was agreed on instead of this one is found when that version is judged.
    if (state.version !== undefined && state.version !== version) return [];
    return faults.map((fault) => ({ ...fault, evidence: request === undefined ? lines : [request, ...lines] }));
  }
  const batch = value as readonly unknown[];
  const faults = batch.flatMap((each) => messageFaults(each, state, version).faults);
  // Only the responses to the requests of an array may be sent as an array.
  const isReply = state.hasBatched && batch.every((each) => isResponse(each));
  const array = isReply ? [] : [{ rule: 'GEN-12c', found: 'It sent an array.' }];
  return [...array, ...faults].map((fault) => ({ ...fault, evidence: lines }));
}
