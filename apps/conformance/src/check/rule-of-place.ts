/** The rule that a malformed part of a message breaks: the one about that part, or that of the version. */
import { fieldsOf } from '../conversation/message.ts';
import type { Version } from '../rules/rule.ts';
import { valueAt } from './pointer.ts';

/** Where something is wrong. */
export interface Place {
  readonly version: Version;
  readonly method: string;
  /** What is malformed: the params or the result. */
  readonly value: unknown;
  readonly isResult: boolean;
  /** JSON pointer into the value. */
  readonly pointer: string;
}

interface Entry {
  readonly rule: string;
  readonly method: RegExp;
  readonly place: RegExp;
  readonly version?: Version;
  /** For results only, or for params only; both if absent. */
  readonly isResult?: boolean;
  /** The kinds of `session/update`. */
  readonly kinds?: RegExp;
  /** The type of the item of tool call content that the place is in. */
  readonly content?: string;
}

const anywhere = /(?:)/u;
const update = /^session\/update$/u;
const reports = /^session\/(?:update|request_permission)$/u;
const messages = /^(?:user|agent|session)_(?:message|thought)(?:_chunk)?$/u;

/** The first entry that fits decides. */
const entries: readonly Entry[] = [
  { rule: 'EXT-02', method: anywhere, place: /\/_meta$/u },
  { rule: 'INIT-04', method: /^initialize$/u, place: /^\/info/u, version: 2 },
  { rule: 'INIT-03', method: /^initialize$/u, place: /^\/agentInfo/u, version: 1 },
  { rule: 'AUTH-03', method: /^initialize$/u, place: /^\/authMethods/u, version: 2 },
  { rule: 'INIT-02', method: /^initialize$/u, place: anywhere },
  { rule: 'LIFE-18', method: update, place: /^\/update\/messageId$/u, version: 2, kinds: messages },
  { rule: 'TURN-07', method: update, place: /^\/update\/(?:used|size|cost)/u, kinds: /^usage_update$/u },
  { rule: 'TOOL-23', method: reports, place: /\/locations(?:\/|$)/u },
  { rule: 'TOOL-09', method: reports, place: /\/content\/\d+/u, version: 1, content: 'diff' },
  { rule: 'TOOL-11', method: reports, place: /\/content(?:\/\d+)?\/(?:changes|patch)/u, version: 2 },
  { rule: 'CONT-02', method: update, place: /^\/update\/content/u, kinds: messages },
  { rule: 'CONT-02', method: reports, place: /\/content\/\d+\/content/u, content: 'content' },
  { rule: 'PLAN-04', method: update, place: /\/planId$/u, version: 2 },
  { rule: 'CMD-04', method: anywhere, place: /\/availableCommands\/.*\/type$/u, version: 2 },
  { rule: 'CFG-02', method: /^session\/set_config_option$/u, place: anywhere, isResult: true },
  { rule: 'CFG-01', method: anywhere, place: /\/configOptions\/\d+\/currentValue/u },
  { rule: 'PERM-06', method: /^session\/request_permission$/u, place: /^\/(?:title|options)/u, version: 2 },
  { rule: 'PERM-09', method: /^session\/request_permission$/u, place: /^\/subject\/(?:command|cwd)/u, version: 2 },
  { rule: 'ELIC-02', method: /^elicitation\/create$/u, place: /^(?:\/(?:mode|sessionId|requestId))?$/u },
  { rule: 'ELIC-03', method: /^elicitation\/create$/u, place: /^\/requestedSchema/u },
  { rule: 'LIST-07', method: /^session\/list$/u, place: /^\/sessions\/\d+/u, isResult: true },
  { rule: 'LIST-02', method: /^session\/list$/u, place: /^\/sessions$/u, isResult: true },
  { rule: 'TURN-09', method: /^session\/prompt$/u, place: /^\/usage/u, version: 1, isResult: true },
  { rule: 'LIFE-21', method: update, place: /^\/update\/usage/u, version: 2, kinds: /^state_update$/u },
  { rule: 'TURN-02', method: /^session\/prompt$/u, place: /^(?:\/stopReason)?$/u, version: 1, isResult: true },
  { rule: 'LIFE-02', method: /^session\/prompt$/u, place: /^(?:\/messageId)?$/u, version: 2, isResult: true },
];

/** The rule about the part of a message at `place`. */
export function ruleOfPlace(place: Place): string {
  return entries.find((entry) => fits(entry, place))?.rule ?? 'INIT-08';
}

function fits(entry: Entry, { version, method, value, isResult, pointer }: Place): boolean {
  if (entry.version !== undefined && entry.version !== version) return false;
  if (entry.isResult !== undefined && entry.isResult !== isResult) return false;
  if (!entry.method.test(method) || !entry.place.test(pointer)) return false;
  if (entry.kinds !== undefined && !entry.kinds.test(String(valueAt(value, '/update/sessionUpdate')))) return false;
  return entry.content === undefined || entry.content === contentTypeAt(value, pointer);
}

/** The type of the item of tool call content that `pointer` leads into. */
function contentTypeAt(value: unknown, pointer: string): unknown {
  const [item = ''] = /^.*?\/content\/\d+/u.exec(pointer) ?? [];
  return fieldsOf(valueAt(value, item))['type'];
}
