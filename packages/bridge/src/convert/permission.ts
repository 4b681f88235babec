/** Permission requests: always about a tool call in version 1, about anything in version 2. */
import type * as v1 from '@acp-stack/schema/v1/unstable';
import {
  isRequestPermissionOutcome,
  isRequestPermissionSubject,
  type PermissionOption,
  type RequestPermissionOutcome,
  type RequestPermissionRequest,
  type ToolCallUpdate,
} from '@acp-stack/schema/v2/unstable';

import { fail, type LossReporter } from '../loss/loss-reporter.ts';
import { mapOrSame } from '../values/map-or-same.ts';
import { nonEmptyFieldNames, hasNonEmptyField } from './fields-with-content.ts';
import { toolCallToV2, type Place } from './tool-call.ts';

/** What the conversion to version 1 needs. */
export interface PermissionSettings {
  readonly losses: LossReporter;
  /** Returns an id for a tool call that exists only for this request. */
  readonly mintId: () => string;
  /** Returns the title under which the client knows a tool call. */
  readonly toolTitle: (toolCallId: string) => string | undefined;
  readonly toolCall: (update: ToolCallUpdate) => v1.ToolCallUpdate;
}

/** The title of a request without one. */
const noQuestion = 'Permission required';

/** Returns the request for version 2. Throws if it has no options, because version 2 requires one. */
export function permissionToV2(params: v1.RequestPermissionRequest, place: Place): RequestPermissionRequest {
  const { toolCall, options, ...others } = params;
  if (options.length === 0) return fail('request_permission', 'A permission request must have at least one option.');
  const title = toolCall.title ?? '';
  return {
    ...others,
    title: title === '' ? noQuestion : title,
    subject: { type: 'tool_call', toolCall: toolCallToV2(toolCall, place) },
    options,
  };
}

/** Returns the request for version 1; one that is not about a tool call gets a tool call of its own. */
export function permissionToV1(
  params: RequestPermissionRequest,
  settings: PermissionSettings,
): v1.RequestPermissionRequest {
  const { title: _, description: __, subject: ___, options, ...others } = params;
  return { ...others, toolCall: askedAbout(params, settings), options: optionsToV1(options, settings.losses) };
}

/** Returns the outcome for version 1; an unknown outcome is never an approval. */
export function outcomeToV1(outcome: RequestPermissionOutcome, losses: LossReporter): v1.RequestPermissionOutcome {
  if (isRequestPermissionOutcome.known(outcome)) return outcome;
  losses.lose('permission outcome', `Version 1 has no outcome ${outcome.outcome}; it became cancelled.`);
  return { outcome: 'cancelled' };
}

function askedAbout(params: RequestPermissionRequest, settings: PermissionSettings): v1.ToolCallUpdate {
  const { title, description, subject } = params;
  const { losses, mintId, toolTitle, toolCall } = settings;
  if (subject !== undefined && subject !== null && isRequestPermissionSubject.tool_call(subject)) {
    if (typeof description === 'string')
      losses.lose('request_permission', 'The description of the permission request was left out.');
    const { type: _, toolCall: requested, ...otherFields } = subject;
    if (hasNonEmptyField(otherFields))
      losses.omit(
        'request_permission',
        `What the subject of the question says was left out: ${nonEmptyFieldNames(otherFields)}.`,
      );
    const update = toolCall(requested);
    // PERM-07: the title of the request never replaces a title that the tool call has.
    const known = update.title ?? toolTitle(update.toolCallId);
    if (known === undefined) return { ...update, title };
    if (known !== title && title !== noQuestion)
      losses.omit(
        'request_permission',
        `The tool call ${update.toolCallId} keeps its title; the question was left out: ${title}`,
      );
    return update;
  }
  losses.lose('request_permission', 'Version 1 asks about tool calls only; one was made up for the question.');
  const isCommand = subject !== undefined && subject !== null && isRequestPermissionSubject.command(subject);
  // The user sees what is to be run, even if the client does not show raw input.
  const texts = [description, isCommand ? subject.command : undefined].filter((text) => typeof text === 'string');
  return {
    toolCallId: mintId(),
    title,
    kind: isCommand ? 'execute' : 'other',
    status: 'pending',
    ...(texts.length === 0
      ? undefined
      : { content: texts.map((text) => ({ type: 'content', content: { type: 'text', text } }) as const) }),
    ...(isCommand ? { rawInput: { command: subject.command, cwd: subject.cwd } } : undefined),
  };
}

const kinds: ReadonlySet<string> = new Set<v1.PermissionOptionKind>([
  'allow_once',
  'allow_always',
  'reject_once',
  'reject_always',
]);

function optionsToV1(options: readonly PermissionOption[], losses: LossReporter): readonly v1.PermissionOption[] {
  const known = mapOrSame(options, (option) => {
    if (kinds.has(option.kind)) return option as v1.PermissionOption;
    losses.lose(
      'unknown enum values',
      `Version 1 has no permission option of kind ${option.kind}; ${option.name} was left out.`,
    );
    return undefined;
  });
  return known.length > 0 ? known : fail('request_permission', 'Version 1 has none of the options.');
}
