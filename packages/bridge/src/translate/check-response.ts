/** Checks a response against the version of its sender. */
import { rpcCodes, type ErrorObject, type Response } from '@acp-stack/rpc';
import { errorCodes, formatProblem } from '@acp-stack/schema/v2/unstable';

import type { AnyExchange, BridgeSide, OwnRequest } from './bridge-side.ts';
import { Exchange, type Outcome } from './exchange.ts';
import { answeredVersion, versionRepair, withVersion } from '../convert/answered-version.ts';
import { initializeMethod } from '../protocol/method-names.ts';
import type { ReportBridge } from '../loss/report.ts';

/** Returns the checked outcome; a malformed response becomes an error. */
export function checkedResponse(
  from: BridgeSide,
  waiting: AnyExchange | OwnRequest,
  { message, report }: { readonly message: Response; readonly report: ReportBridge },
): Outcome {
  if ('error' in message) return { error: message.error };
  const method = waiting instanceof Exchange ? (waiting.forwardedMethod ?? waiting.method) : waiting.method;
  const validator = from.specs.get(method)?.result;
  if (validator === undefined) return { result: message.result };
  if (method === initializeMethod && 'result' in message) {
    const { result } = message;
    const version = answeredVersion(result);
    const { protocolVersion } = Object(result) as { readonly protocolVersion?: unknown };
    // The other fields depend on the version, and would only look malformed.
    if (typeof version === 'number' && version !== from.version) {
      const words = `The ${from.role} speaks version ${version}; this bridge is for version ${from.version}.`;
      const data = { requested: from.version, supported: [version] };
      return { error: { code: errorCodes.unsupported_protocol_version, message: words, data } };
    }
    if (version === from.version && protocolVersion !== from.version) {
      report(versionRepair(from.version, protocolVersion));
      return checkedResponse(from, waiting, { message: withVersion(message, from.version), report });
    }
  }
  const checked = validator.check(message.result);
  if (checked.ok) {
    if (checked.repairs.length > 0)
      report({ kind: 'repaired-by-bridge', from: from.role, method, repairs: checked.repairs });
    return { result: checked.value };
  }
  report({ kind: 'malformed', from: from.role, method, problems: checked.problems });
  const words = checked.problems.slice(0, 3).map(formatProblem).join('; ');
  return { error: failure(`The answer of the ${from.role} to ${method} is malformed: ${words}`) };
}

export const failure = (message: string): ErrorObject => ({ code: rpcCodes.internalError, message });
