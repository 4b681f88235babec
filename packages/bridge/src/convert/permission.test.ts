import { validators as v1 } from '@acp-stack/schema/v1/unstable';
import { validators as v2 } from '@acp-stack/schema/v2/unstable';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { LossReporter } from '../loss/loss-reporter.ts';
import { toolCall } from './arbitraries.test-support.ts';
import { collectLosses, strict } from './losses.test-support.ts';
import { outcomeToV1, permissionToV1, permissionToV2, type PermissionSettings } from './permission.ts';
import { toolFieldsToV1 } from './tool-call.ts';

const options = [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }] as const;
const place = { cwd: '/work', losses: strict };

const settings = (losses: LossReporter, titles: Readonly<Record<string, string>> = {}): PermissionSettings => ({
  losses,
  mintId: () => 'minted',
  toolTitle: (toolCallId) => titles[toolCallId],
  toolCall: (update) => toolFieldsToV1(update, losses),
});

describe('request_permission', () => {
  test('toV2: every question crosses, and comes back with the tool call it was about', () => {
    fc.assert(
      fc.property(toolCall, (call) => {
        const params = { sessionId: 's', toolCall: call, options, _meta: { a: 1 } };
        expect(v1.RequestPermissionRequest.is(params)).toBe(true);
        const converted = permissionToV2(params, place);
        expect(v2.RequestPermissionRequest.is(converted)).toBe(true);
        expect(permissionToV1(converted, settings(strict, { [call.toolCallId]: 'known' }))).toEqual(params);
      }),
    );
  });

  test('toV2: the title of the tool call is the question', () => {
    const asked = permissionToV2({ sessionId: 's', toolCall: { toolCallId: 't', title: 'Edit a.ts' }, options }, place);
    expect(asked).toEqual({
      sessionId: 's',
      title: 'Edit a.ts',
      subject: { type: 'tool_call', toolCall: { toolCallId: 't', title: 'Edit a.ts' } },
      options,
    });
    expect(permissionToV2({ sessionId: 's', toolCall: { toolCallId: 't' }, options }, place).title).toBe(
      'Permission required',
    );
  });

  test('toV2: a question without answers cannot be asked', () => {
    const params = { sessionId: 's', toolCall: { toolCallId: 't' }, options: [] };
    expect(() => permissionToV2(params, place)).toThrow('at least one option');
  });

  test('toV1: the question is the title only of a tool call that has none', () => {
    const subject = { type: 'tool_call', toolCall: { toolCallId: 't' } } as const;
    const params = { sessionId: 's', title: 'May I?', subject, options };
    expect(permissionToV1(params, settings(strict)).toolCall).toEqual({ toolCallId: 't', title: 'May I?' });
    expect(permissionToV1(params, settings(strict, { t: 'Edit' })).toolCall).toEqual({ toolCallId: 't' });
    const named = {
      ...params,
      subject: { type: 'tool_call', toolCall: { toolCallId: 't', title: 'Edit b' } } as const,
    };
    expect(permissionToV1(named, settings(strict)).toolCall).toEqual({ toolCallId: 't', title: 'Edit b' });
  });

  test('toV1: the description is lost where the tool call has its own content', () => {
    const losses = collectLosses();
    const subject = { type: 'tool_call', toolCall: { toolCallId: 't', title: 'T' } } as const;
    permissionToV1({ sessionId: 's', title: 'T', description: 'because', subject, options }, settings(losses));
    expect(losses.rows).toEqual(['request_permission']);
  });

  test('toV1: the question is lost where the tool call has another title, in strict mode too', () => {
    const losses = collectLosses();
    const subject = { type: 'tool_call', toolCall: { toolCallId: 't', title: 'T' } } as const;
    const params = { sessionId: 's', title: 'May I?', subject, options };
    permissionToV1(params, settings(losses));
    expect(losses.rows).toEqual(['request_permission']);
    expect(permissionToV1(params, settings(strict)).toolCall).toEqual({ toolCallId: 't', title: 'T' });
  });

  test('toV1: a command becomes a tool call that shows it', () => {
    const losses = collectLosses();
    const subject = { type: 'command', command: 'rm -r build', cwd: '/work' } as const;
    const asked = permissionToV1(
      { sessionId: 's', title: 'Run it?', description: 'to clean up', subject, options },
      settings(losses),
    );
    expect(asked).toEqual({
      sessionId: 's',
      toolCall: {
        toolCallId: 'minted',
        title: 'Run it?',
        kind: 'execute',
        status: 'pending',
        content: [
          { type: 'content', content: { type: 'text', text: 'to clean up' } },
          { type: 'content', content: { type: 'text', text: 'rm -r build' } },
        ],
        rawInput: { command: 'rm -r build', cwd: '/work' },
      },
      options,
    });
    expect(v1.RequestPermissionRequest.is(asked)).toBe(true);
    expect(losses.rows).toEqual(['request_permission']);
  });

  test('toV1: a question about nothing, or about something unknown, gets a tool call too, and fails in strict mode', () => {
    for (const subject of [undefined, null, { type: '_purchase' }] as const) {
      const params = { sessionId: 's', title: 'Sure?', options, ...(subject === undefined ? {} : { subject }) };
      const asked = permissionToV1(params, settings(collectLosses()));
      expect(asked.toolCall).toEqual({ toolCallId: 'minted', title: 'Sure?', kind: 'other', status: 'pending' });
      expect(() => permissionToV1(params, settings(strict))).toThrow('tool calls only');
    }
  });
});

describe('permission outcome', () => {
  test('toV2: crosses as it is', () => {
    expect(v2.RequestPermissionOutcome.is({ outcome: 'selected', optionId: 'yes' })).toBe(true);
    expect(v2.RequestPermissionOutcome.is({ outcome: 'cancelled' })).toBe(true);
  });

  test('toV1: crosses as it is, and what is unknown is no approval', () => {
    const selected = { outcome: 'selected', optionId: 'yes' } as const;
    expect(outcomeToV1(selected, strict)).toBe(selected);
    const losses = collectLosses();
    const outcome = outcomeToV1({ outcome: '_later', optionId: 'yes' }, losses);
    expect(outcome).toEqual({ outcome: 'cancelled' });
    expect(v1.RequestPermissionOutcome.is(outcome)).toBe(true);
    expect(losses.rows).toEqual(['permission outcome']);
  });
});

describe('unknown enum values', () => {
  test('toV1: options of an unknown kind are not offered, and a question needs one that is', () => {
    const losses = collectLosses();
    const strange = { optionId: 'x', name: 'X', kind: '_allow_today' } as const;
    const params = { sessionId: 's', title: 'Sure?', options: [strange, ...options] };
    expect(permissionToV1(params, settings(losses)).options).toEqual(options);
    expect(losses.rows).toContain('unknown enum values');
    expect(() => permissionToV1({ ...params, options: [strange] }, settings(collectLosses()))).toThrow(
      'none of the options',
    );
  });
});
