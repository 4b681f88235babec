import { expect, test } from 'vitest';

import { CapabilityError } from './capability-error.ts';

test('an agent without sessions is asked whether it has a handler of prompts', () => {
  expect(new CapabilityError('session/new', 'session', 'agent').message).toBe(
    'The agent offers no sessions (does it have an onPrompt handler?), so session/new was not sent.',
  );
  expect(new CapabilityError('session/fork', 'session.fork', 'agent').message).toBe(
    'session/fork needs the agent capability session.fork, which the other side did not advertise.',
  );
});
