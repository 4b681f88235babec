/** An agent behind proxies that ship. */
// #region chain
import { chain, type Chain } from '@acp-stack/conductor';
import { appendingFile, budget, context, policy, redact, tee } from '@acp-stack/conductor/proxies';
import type { Agent } from '@acp-stack/sdk';

export const guarded = (coder: Agent, trace: string): Chain<'agent'> =>
  chain(
    tee({ write: appendingFile(trace).write }), // what the client sees
    budget({ cost: 5, turns: 100 }),
    policy({ policy: { rules: [{ decision: 'deny', path: '**/*.env' }], otherwise: 'ask' } }),
    redact(),
    context({ files: ['AGENTS.md'] }), // what the agent gets
    coder,
  );
// #endregion chain
