/** What an agent may send only to a client that offers it. */
import { fieldsOf, isFields, type Fields } from '../conversation/message.ts';
import type { Version } from '../rules/rule.ts';
import type { Fault } from './finding.ts';
import type { Method } from './protocol.ts';

/** A message of the agent, and the `initialize` of the client. */
export interface Gated {
  readonly version: Version;
  readonly name: string;
  readonly method: Method;
  readonly params: Fields;
  readonly client: Fields;
}

/** The rule about single methods, besides the one about capabilities. */
const ruleOfMethod: readonly (readonly [RegExp, string])[] = [
  [/^fs\//u, 'FS-01'],
  [/^terminal\//u, 'TERM-01'],
  [/^elicitation\//u, 'ELIC-01'],
  [/^workspace\//u, 'EDIT-01'],
];

/** Updates of version 1 that need a capability; version 2 takes them for granted. */
const updatesOfOne: Readonly<Record<string, readonly [capability: string, rule: string]>> = {
  plan_update: ['plan', 'PLAN-03'],
  plan_removed: ['plan', 'PLAN-03'],
  notice: ['session.notices', 'NOTICE-01'],
  compaction_update: ['session.compaction', 'COMP-01'],
  compaction_summary_chunk: ['session.compaction', 'COMP-01'],
  subagent_update: ['subagents', 'SUB-03'],
  session_message: ['subagents', 'SUB-03'],
  session_message_chunk: ['subagents', 'SUB-03'],
};

/** What the client did not offer and the agent uses. */
export function gateFaults(gated: Gated): readonly Fault[] {
  const offered = capabilitiesOf[gated.version](gated.client);
  return [...methodFaults(gated, offered), ...(gated.version === 1 ? updateFaults(gated, offered) : [])];
}

const capabilitiesOf: Readonly<Record<Version, (client: Fields) => Fields>> = {
  1: (client) => fieldsOf(client['clientCapabilities']),
  2: (client) => fieldsOf(client['capabilities']),
};

function methodFaults({ name, method, params }: Gated, offered: Fields): readonly Fault[] {
  const { gate } = method;
  if (gate?.kind !== 'capability' || gate.side !== 'client') return [];
  const { mode } = params;
  // A question without a mode is malformed, and says nothing about what was offered.
  const isQuestion = name === 'elicitation/create' && typeof mode === 'string';
  const paths = isQuestion ? [`elicitation.${mode}`] : gate.paths;
  if (paths.some((path) => isOffered(offered, path))) return [];
  const found = `The agent sent ${name}, but the client did not offer ${paths.join(' or ')}.`;
  const rule = ruleOfMethod.find(([pattern]) => pattern.test(name))?.[1];
  return [{ rule: 'INIT-09', found }, ...(rule === undefined ? [] : [{ rule, found }])];
}

function updateFaults({ name, params }: Gated, offered: Fields): readonly Fault[] {
  if (name !== 'session/update') return [];
  const kind = String(fieldsOf(params['update'])['sessionUpdate']);
  const [capability, rule] = Object.hasOwn(updatesOfOne, kind) ? (updatesOfOne[kind] ?? []) : [];
  if (capability === undefined || rule === undefined || isOffered(offered, capability)) return [];
  const found = `The agent sent the update ${kind}, but the client did not offer ${capability}.`;
  return [
    { rule: 'INIT-09', found },
    { rule, found },
  ];
}

function isOffered(capabilities: Fields, path: string): boolean {
  // A client that offers questions without naming a mode means forms.
  const { elicitation } = capabilities;
  if (path === 'elicitation.form' && isFields(elicitation) && !('form' in elicitation) && !('url' in elicitation))
    return true;
  let value: unknown = capabilities;
  for (const step of path.split('.')) value = fieldsOf(value)[step];
  return value === true || isFields(value);
}
