/**
 * What spans have of the questions of an agent: requests for permission, and elicitations. The messages are in the form
 * of either version.
 */
import { isJsonObject, type JsonObject } from '@acp-stack/schema/json-object';
import type { Attributes } from '@opentelemetry/api';

import { names, other } from '../attributes/attribute-names.ts';
import { boundedText, knownValue } from '../attributes/bounded-names.ts';

const permissionKinds: ReadonlySet<string> = new Set(['allow_once', 'allow_always', 'reject_once', 'reject_always']);
const elicitationActions: ReadonlySet<string> = new Set(['accept', 'decline', 'cancel']);

/** What is asked; empty for every other request. */
export function questionAttributes(method: string, params: JsonObject, captureContent: boolean): Attributes {
  if (method === 'elicitation/create') return { [names.elicitationMode]: boundedText(params['mode']) ?? other };
  if (method !== 'session/request_permission') return {};
  const toolCallId = boundedText(permissionToolCall(params));
  const title = captureContent ? boundedText(params['title']) : undefined;
  return {
    ...(toolCallId === undefined ? {} : { [names.toolCallId]: toolCallId }),
    ...(title === undefined ? {} : { [names.permissionTitle]: title }),
  };
}

/** What was answered; undefined for every other request. */
export function answerAttributes(
  method: string,
  params: JsonObject,
  result: JsonObject,
): Readonly<Record<string, string>> | undefined {
  if (method === 'elicitation/create') return { [names.elicitation]: knownValue(elicitationActions, result['action']) };
  if (method !== 'session/request_permission') return undefined;
  return { [names.permission]: permissionOutcome(params, result) };
}

/** The id of the tool call that a request for permission is about. */
export function permissionToolCall(params: JsonObject): unknown {
  const { toolCall, subject } = params;
  if (isJsonObject(toolCall)) return toolCall['toolCallId'];
  return isJsonObject(subject) && isJsonObject(subject['toolCall']) ? subject['toolCall']['toolCallId'] : undefined;
}

/** The kind of the option that was chosen; `_OTHER` for one that was not offered. */
function permissionOutcome({ options }: JsonObject, { outcome }: JsonObject): string {
  if (!isJsonObject(outcome)) return other;
  if (outcome['outcome'] === 'cancelled') return 'cancelled';
  const offered: readonly unknown[] = Array.isArray(options) ? options : [];
  const chosen = offered.find((option) => isJsonObject(option) && option['optionId'] === outcome['optionId']);
  return knownValue(permissionKinds, isJsonObject(chosen) ? chosen['kind'] : undefined);
}
