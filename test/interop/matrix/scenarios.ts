/** All scenarios. */
import type { Scenario } from './scenario.ts';
import { asking } from './scenarios/asking.ts';
import { cancelling } from './scenarios/cancelling.ts';
import { conversation } from './scenarios/conversation.ts';
import { failing } from './scenarios/failing.ts';
import { sessions } from './scenarios/sessions.ts';
import { settings } from './scenarios/settings.ts';
import { toolCalls } from './scenarios/tool-calls.ts';

export const scenarios: readonly Scenario[] = [
  ...sessions,
  ...conversation,
  ...toolCalls,
  ...cancelling,
  ...settings,
  ...asking,
  ...failing,
];
