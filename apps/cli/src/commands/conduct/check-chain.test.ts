/** `acp conduct --check` for an agent at an address; the chain runs in this process. */
import { serveHttp } from '@acp-stack/http/server';
import { agent } from '@acp-stack/sdk';
import { expect, test } from 'vitest';

import type { ChainSpec } from '../../chain/chain-file.ts';
import { readComponent } from '../../chain/component-spec.ts';
import { makeAgent, makeProxy, shippedNames } from '../../chain/components.ts';
import { Log } from '../../log/log.ts';
import { captureTerminal } from '../../terminal/captured-terminal.ts';
import { checkChain } from './check-chain.ts';

const app = agent({ name: 'gardener', version: '1.0.0' }, { mcp: ['stdio', 'http'] }).onPrompt(() => undefined);

/** Checks a chain of the proxy `context` and the agent, which is described by more than its address. */
async function check(more: object): Promise<{ readonly out: string; readonly err: string }> {
  const serving = await serveHttp(app, { port: 0 });
  try {
    const terminal = captureTerminal({ columns: 300 });
    const read = (value: unknown) => readComponent(value, shippedNames, 'here');
    const spec: ChainSpec = {
      proxies: [read('context')],
      agent: read({ name: 'far', url: serving.url.replace(/^http/u, 'ws'), ...more }),
    };
    const log = new Log(terminal, 'warn', 'acp conduct');
    const proxies = await Promise.all(spec.proxies.map((each) => makeProxy(each, { warn: () => undefined })));
    const made = spec.agent === undefined ? undefined : makeAgent(spec.agent);
    const rest = { log, trace: undefined, format: 'text', version: '1', timeout: 30_000 } as const;
    expect(await checkChain({ spec, proxies, agent: made, ...rest }, terminal)).toBe(0);
    return { out: terminal.out(), err: terminal.err() };
  } finally {
    await serving.close({ drain: 0 });
  }
}

const withoutTools =
  'far gets no tools of the client and of proxies: it has no MCP over ACP, and a bridge reaches only agents on this machine';

test('an agent on another machine without MCP over ACP is not said to take servers over it, with a note and one warning', async () => {
  const { out, err } = await check({ mcp: ['native'] });
  expect(out).toMatch(/far +agent +version 2 +stdio, http +ws:/u);
  expect(out).toContain(withoutTools);
  expect(err.split(withoutTools)).toHaveLength(2);
});

test('an agent at a loopback address takes servers over ACP, by a bridge', async () => {
  const { out, err } = await check({});
  expect(out).toMatch(/far +agent +version 2 +stdio, http, acp\* +ws:/u);
  expect(out).not.toContain('gets no tools');
  expect(err).toBe('');
});
