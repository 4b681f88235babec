/** Checks the params or the result of one method against the shapes of its version. */
import { formatProblem, type Problem, type Validator } from '@acp-stack/schema';

import { isFields } from '../conversation/message.ts';
import type { Version } from '../rules/rule.ts';
import type { Fault } from './finding.ts';
import { pathFaults } from './paths-and-lines.ts';
import { valueAt, withoutVariants } from './pointer.ts';
import { ruleOfPlace } from './rule-of-place.ts';

/** What is checked. */
export interface Payload {
  readonly version: Version;
  readonly method: string;
  readonly isResult: boolean;
  readonly value: unknown;
  readonly shape: Validator<unknown>;
}

/** Fields that were once a draft of the protocol and that released programs still send. */
const former: ReadonlySet<string> = new Set(['models', 'acpId']);

/** Kinds of updates that only version 1 has. */
const onlyInOne: ReadonlySet<string> = new Set(['"tool_call"', '"plan"', '"current_mode_update"']);

/** The rule about an invented value; version 1 has none, except that it has some kinds of updates and not others. */
const ruleOfInvention: Readonly<Record<Version, (problem: Problem) => string | undefined>> = {
  1: ({ path }) => (path === '/update/sessionUpdate' ? 'INIT-08' : undefined),
  2: ({ path, found }) => (path === '/update/sessionUpdate' && onlyInOne.has(found) ? 'INIT-08' : 'GEN-21'),
};

/** Everything that is wrong with the payload. */
export function payloadFaults(payload: Payload): readonly Fault[] {
  const { method, value, shape } = payload;
  const checked = shape.check(value);
  const faults = pathFaults(method, value);
  if (!checked.ok) return [...faults, ...checked.problems.map((problem) => faultOf(payload, problem))];
  // Older forms, which receivers turn into the present one, are no mistakes; nor is null for something absent.
  const dropped = checked.repairs.filter(
    ({ action, found }) => (action === 'dropped' || action === 'skipped') && found !== 'null',
  );
  return [
    ...faults,
    ...dropped.map((problem) => faultOf(payload, problem)),
    ...inventedValues(payload),
    ...unknownFields(payload, checked.value),
  ];
}

function faultOf(payload: Payload, problem: Problem): Fault {
  const found = `${nameOf(payload)} is malformed at ${formatProblem(problem)}.`;
  const misspelled = misspelledAs(payload.value, problem);
  if (misspelled !== undefined)
    return { rule: 'GEN-06', found: `${nameOf(payload)} has the key ${misspelled} at ${problem.path}.` };
  const isMarker = payload.version === 2 && payload.method === 'initialize' && /^(?:true|false)$/u.test(problem.found);
  if (isMarker && problem.path.startsWith('/capabilities')) return { rule: 'INIT-21', found };
  return { rule: ruleOfPlace({ ...payload, pointer: innermost(problem) }), found };
}

/** The place inside an entry that was skipped or a value that was dropped, which the problem names in brackets. */
function innermost({ path, expected }: Problem): string {
  const [, inner = ''] = /\((\/[^\s:]+):/u.exec(expected) ?? [];
  return `${path}${inner}`;
}

/** The key in snake_case that stands where a missing field is expected. */
function misspelledAs(value: unknown, { path, found }: Problem): string | undefined {
  if (found !== 'nothing') return undefined;
  const end = path.lastIndexOf('/');
  const name = path.slice(end + 1);
  const parent = valueAt(value, path.slice(0, Math.max(end, 0)));
  if (name === '' || !isFields(parent)) return undefined;
  return Object.keys(parent).find((key) => key !== name && camelCase(key) === name);
}

const camelCase = (key: string): string =>
  key
    .replace(/[_-]([a-z])/gu, (_, letter: string) => letter.toUpperCase())
    .replace(/^[A-Z]/u, (first) => first.toLowerCase());

/** Values without an underscore that the version does not define. */
function inventedValues(payload: Payload): readonly Fault[] {
  return payload.shape.unknownValues(payload.value).flatMap((problem) => {
    const rule = ruleOfInvention[payload.version](problem);
    const found = `${nameOf(payload)} has a value that the version does not define, at ${formatProblem(problem)}.`;
    return rule === undefined ? [] : [{ rule, found }];
  });
}

function unknownFields(payload: Payload, valid: unknown): readonly Fault[] {
  const faults: Fault[] = [];
  const unknownTags = new Set(payload.shape.unknownValues(valid).map(({ path }) => path));
  payload.shape.known(withoutVariants(valid, unknownTags), {
    unknown: (name, _, isMeta) => {
      if (isMeta || former.has(name)) return true;
      const found = `${nameOf(payload)} has the field ${JSON.stringify(name)}, which the protocol does not define.`;
      faults.push({ rule: 'EXT-01', found });
      if (!/^[a-z][A-Za-z0-9]*$/u.test(name)) faults.push({ rule: 'GEN-06', found });
      return true;
    },
  });
  return faults;
}

const nameOf = ({ method, isResult }: Payload): string => (isResult ? `The result of ${method}` : method);
