/** Checks a call against the version that an agent speaks, before it is sent. */
import { formatProblem } from '@acp-stack/schema';
import { isJsonObject } from '@acp-stack/schema/json-object';
import { fieldNamesOf, type Method, type ProtocolVersion, type VersionSchema } from '@acp-stack/trace';

import { UsageError } from '../../errors/usage-error.ts';
import { schemaOf } from '../../protocol-schema/load-schema.ts';
import { didYouMean } from '../../text/did-you-mean.ts';

export interface CallToCheck {
  readonly method: string;
  readonly params: unknown;
  /** The session that the call is for, if one was opened. */
  readonly sessionId: string | undefined;
  /** The version that the agent speaks. */
  readonly version: ProtocolVersion;
  /** Whether it is sent whatever it is. */
  readonly isForced: boolean;
}

export interface CheckedCall {
  readonly params: unknown;
  readonly isNotification: boolean;
  /** Undefined for an extension, and for an unknown method. */
  readonly known: Method | undefined;
}

const force = '--force sends it anyway';

/** Returns what to send; throws a `UsageError` for an unknown method and wrong params, unless it is forced. */
export function checkedCall({ method, params, sessionId, version, isForced }: CallToCheck): CheckedCall {
  const schema = schemaOf(version, true);
  const known = schema.methods.get(method);
  if (known === undefined) {
    if (!isForced && !method.startsWith('_')) throw unknownMethod(method, version, schema);
    return { params: withSession(params, sessionId, true), isNotification: false, known };
  }
  const isSent = known.direction === 'client>agent' || known.direction === 'both';
  if (!isSent && !isForced) throw new UsageError(`${method} is called by the agent, not by a client; ${force}`);
  const needsSession = fieldNamesOf(schema.document, known.params.name).has('sessionId');
  const whole = withSession(params ?? {}, sessionId, needsSession);
  const checked = known.params.check(whole);
  if (!checked.ok && !isForced) {
    const problems = checked.problems.slice(0, 3).map(formatProblem).join('; ');
    const isSessionMissing =
      needsSession && sessionId === undefined && isJsonObject(whole) && whole['sessionId'] === undefined;
    const hint = isSessionMissing ? '; --session new opens one, --session with an id uses one' : '';
    throw new UsageError(`wrong params for ${method}: ${problems}${hint}; ${force}`);
  }
  return { params: whole, isNotification: known.kind === 'notification', known };
}

function unknownMethod(method: string, version: ProtocolVersion, schema: VersionSchema): UsageError {
  const callable = [...schema.methods].filter(
    ([, { direction }]) => direction === 'client>agent' || direction === 'both',
  );
  const other = schemaOf(version === 1 ? 2 : 1, true).methods.has(method);
  const elsewhere = other ? `; only version ${version === 1 ? 2 : 1} has it` : '';
  const guess = didYouMean(
    method,
    callable.map(([name]) => name),
  );
  const advice = guess === '' ? `; ${force}` : `${guess} ${force}`;
  return new UsageError(`version ${version}, which the agent speaks, has no method ${method}${elsewhere}${advice}`);
}

function withSession(params: unknown, sessionId: string | undefined, isWanted: boolean): unknown {
  if (sessionId === undefined || !isWanted) return params;
  if (params !== undefined && !isJsonObject(params)) return params;
  return { sessionId, ...params };
}
