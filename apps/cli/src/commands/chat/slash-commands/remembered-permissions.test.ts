import type { PermissionDecision } from '@acp-stack/workspace/client';
import { expect, test } from 'vitest';

import { decisionWords } from './remembered-permissions.ts';

const decision = (by: string, kind: string): PermissionDecision =>
  ({ question: { title: 'Cut the roses?' }, option: { name: 'Always', kind }, by }) as unknown as PermissionDecision;

test('a decision that is kept says what forgets it, as one types it here', () => {
  expect(decisionWords(decision('user', 'allow_always'), '/permissions')).toBe(
    'Remembered for this project; /permissions forgets it.',
  );
  expect(decisionWords(decision('memory', 'allow_always'), '//permissions')).toBe(
    'Cut the roses? Answered “Always” as remembered; //permissions forgets it.',
  );
  expect(decisionWords(decision('user', 'allow_once'), '/permissions')).toBeUndefined();
});
