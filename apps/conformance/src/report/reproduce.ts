/**
 * The shortest command that shows a failure again.
 *
 * If all that the suite sent was `initialize`, at most one `session/new`, and one more request, `acp call` shows it.
 * Anything else is shown by the scenario itself.
 */
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
}

/** The command; undefined if there is none. */
export function reproduce(verdict: Verdict, side: string, target: Target): string | undefined {
  const { scenario, version } = verdict;
  const called = side === 'agent' ? callOf(verdict.evidence) : undefined;
  const where = target.kind === 'address' ? `--url ${target.words}` : `-- ${target.words}`;
  if (called !== undefined) return `acp call --protocol ${version} ${called} ${where}`;
  // Without a scenario, the first initialize of the run has failed.
  if (scenario === undefined)
    return side === 'agent' ? `acp call --protocol ${version} initialize ${where}` : undefined;
  const set = verdict.rule.set === 'stable' ? '' : ` --set ${verdict.rule.set}`;
  const options = target.options === undefined ? '' : ` ${target.options}`;
  return `acp conformance ${side} --version ${version}${set}${options} --only ${scenario} ${where}`;
}

/** The options and words of `acp call`; undefined if one call is not enough. */
function callOf(evidence: readonly LoggedMessage[]): string | undefined {
  const sent = evidence.filter(({ from }) => from === 'suite');
  const values = sent.map(({ value }) => value);
  // An initialize with capabilities or mistakes matters: acp call offers nothing, and makes none.
  const own = values.filter((value) => !isPlainInitialize(value) && !isRequest(value, '_conformance/fence'));
  if (own.length === 0) return values.length === 0 ? undefined : 'initialize';
  const opened = own.filter((value) => isRequest(value, 'session/new'));
  const rest = own.filter((value) => !isRequest(value, 'session/new'));
  const [only] = rest.length === 0 ? opened : rest;
  const isShort = opened.length <= 1 && rest.length <= 1 && isRequest(only) && only['method'] !== 'initialize';
  if (!isShort || !isFields(only)) return undefined;
  const session = sessionIn(evidence, opened[0]);
  const { sessionId, ...params } = fieldsOf(only['params']);
  const isInSession = rest.length === 1 && opened.length === 1;
  if (isInSession && (session === undefined || sessionId !== session)) return undefined;
  const given = isInSession ? params : only['params'];
  const words = [isInSession ? '--session new' : '', '--force', String(only['method'])];
  return [...words, given === undefined ? '' : quoted(JSON.stringify(given))].filter((word) => word !== '').join(' ');
}

function isPlainInitialize(value: unknown): boolean {
  if (!isRequest(value, 'initialize')) return false;
  const { protocolVersion, info, clientInfo, capabilities, clientCapabilities } = fieldsOf(value['params']);
  const offered = Object.keys(fieldsOf(capabilities ?? clientCapabilities)).length;
  return typeof protocolVersion === 'number' && isFields(info ?? clientInfo) && offered === 0;
}

/** The id of the session that a `session/new` of the suite opened. */
function sessionIn(evidence: readonly LoggedMessage[], opened: unknown): unknown {
  const { id } = fieldsOf(opened);
  const reply = evidence.find(({ from, value }) => from === 'peer' && isReplyTo(value, id));
  return fieldsOf(fieldsOf(reply?.value)['result'])['sessionId'];
}

const isReplyTo = (value: unknown, id: unknown): value is Fields =>
  isFields(value) && value['method'] === undefined && value['id'] === id;

/** One word of a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
