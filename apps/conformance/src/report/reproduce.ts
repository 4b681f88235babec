/**
 * The shortest command that shows a failure again.
 *
 * If all that the suite sent was `initialize`, at most one `session/new`, and one more request, `acp call` shows it.
 * Anything else is shown by the scenario itself: also what depends on its folder, which is gone, or on the scripted
 * model.
 */
import { tmpdir } from 'node:os';

import { fieldsOf, isFields, isRequest, type Fields, type LoggedMessage } from '../conversation/message.ts';
import type { Verdict } from '../verdict/verdict.ts';

/** The program under test as words of a command line. */
export interface Target {
  /** The command or the address, as the user wrote it. */
  readonly words: string;
  /** Whether it was started, or reached over the network. */
  readonly kind: 'command' | 'address';
  /** Options that every run of it needs, such as `--over ws`. */
  readonly options?: string;
  /** Whether it has asked the scripted model of the suite, which `acp call` does not start. */
  readonly usesModel?: boolean;
}

/** A longer call is no short reproduction. */
const longestCall = 400;

/** A call that gets no response shows that soon. */
const notForEver = '--timeout 15';

/** The folder of a scenario: its name differs from run to run. */
const scratchFolder = /[^"'\s]*acp-conformance-\w{6}\b/gu;

/** The command; undefined if there is none. */
export function reproduce(verdict: Verdict, side: string, target: Target): string | undefined {
  const { scenario, version } = verdict;
  const called = side === 'agent' ? callOf(verdict.evidence, target) : undefined;
  const where = target.kind === 'address' ? `--url ${target.words}` : `-- ${target.words}`;
  if (called !== undefined) return `acp call --protocol ${version} ${called} ${where}`;
  // Without a scenario, the first initialize of the run has failed.
  if (scenario === undefined)
    return side === 'agent' ? `acp call --protocol ${version} ${notForEver} initialize ${where}` : undefined;
  const set = verdict.rule.set === 'stable' ? '' : ` --set ${verdict.rule.set}`;
  const { options: words = '' } = target;
  const options = words === '' ? '' : ` ${words}`;
  return `acp conformance ${side} --version ${version}${set}${options} --only ${scenario} ${where}`;
}

/** The options and words of `acp call`; undefined if one call is not enough. */
function callOf(evidence: readonly LoggedMessage[], { usesModel = false }: Target): string | undefined {
  const sent = evidence.filter(({ from }) => from === 'suite');
  const values = sent.map(({ value }) => value);
  // acp call initializes the connection first.
  if (values.some((value) => fieldsOf(value)['id'] === firstId && !isRequest(value, 'initialize'))) return undefined;
  // An initialize with capabilities or mistakes matters: acp call offers nothing, and makes none.
  const own = values.filter((value) => !isPlainInitialize(value) && !isRequest(value, '_conformance/fence'));
  if (own.length === 0) {
    if (values.length === 0) return undefined;
    return values.every((value) => isAnswered(evidence, value)) ? 'initialize' : `${notForEver} initialize`;
  }
  const opened = own.filter((value) => isRequest(value, 'session/new'));
  const rest = own.filter((value) => !isRequest(value, 'session/new'));
  const [only] = rest.length === 0 ? opened : rest;
  const isShort = opened.length <= 1 && rest.length <= 1 && isRequest(only) && only['method'] !== 'initialize';
  if (!isShort || !isFields(only)) return undefined;
  const session = sessionIn(evidence, opened[0]);
  const { sessionId, ...params } = fieldsOf(only['params']);
  const isOpened = rest.length === 1 && opened.length === 1;
  if (isOpened && (session === undefined || sessionId !== session)) return undefined;
  if (usesModel && only['method'] === 'session/prompt') return undefined;
  // A session that the messages do not show was opened before them; a prompt is the same in a new one.
  const isInSession = isOpened || (only['method'] === 'session/prompt' && sessionId !== unknownSession);
  if (!isInSession && typeof sessionId === 'string' && sessionId !== unknownSession) return undefined;
  const given = isInSession ? params : only['params'];
  const limit = isAnswered(evidence, only) ? '' : notForEver;
  const words = [limit, isInSession ? '--session new' : '', '--force', String(only['method'])];
  const call = [...words, given === undefined ? '' : quoted(JSON.stringify(given))]
    .filter((word) => word !== '')
    .join(' ');
  if (call.length > longestCall || (isInSession && namesScratch(call))) return undefined;
  return call.replaceAll(scratchFolder, tmpdir());
}

/** The id of the first request on a connection. */
const firstId = 'suite-1';

/** The session that scenarios name to have it refused. */
const unknownSession = 'conformance-unknown';

const namesScratch = (text: string): boolean => text.search(scratchFolder) !== -1;

const isEmpty = (fields: unknown): boolean => isFields(fields) && Object.keys(fields).length === 0;

function isPlainInitialize(value: unknown): boolean {
  if (!isRequest(value, 'initialize')) return false;
  const { protocolVersion, info, clientInfo, capabilities, clientCapabilities, ...more } = fieldsOf(value['params']);
  const offers = [capabilities, clientCapabilities].filter((each) => each !== undefined);
  const isUsual = Number.isInteger(protocolVersion) && isFields(info ?? clientInfo);
  return isUsual && offers.every(isEmpty) && isEmpty(more);
}

/** The id of the session that a `session/new` of the suite opened. */
function sessionIn(evidence: readonly LoggedMessage[], opened: unknown): unknown {
  return fieldsOf(fieldsOf(replyIn(evidence, opened)?.value)['result'])['sessionId'];
}

const isAnswered = (evidence: readonly LoggedMessage[], request: unknown): boolean =>
  replyIn(evidence, request) !== undefined;

function replyIn(evidence: readonly LoggedMessage[], request: unknown): LoggedMessage | undefined {
  const { id } = fieldsOf(request);
  return evidence.find(({ from, value }) => from === 'peer' && isReplyTo(value, id));
}

const isReplyTo = (value: unknown, id: unknown): value is Fields =>
  isFields(value) && value['method'] === undefined && value['id'] === id;

/** One word of a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
