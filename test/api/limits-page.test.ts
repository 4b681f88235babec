/** The page of limits says what the code does. */
import { readFileSync } from 'node:fs';

import { defaultBridgeLimits } from '@acp-stack/bridge';
import { defaultMcpLimits } from '@acp-stack/mcp';
import { defaultMcpBridgeLimits } from '@acp-stack/mcp/node';
import { defaultLimits } from '@acp-stack/rpc';
import { defaultUpdateLimits } from '@acp-stack/sdk';
import { expect, test } from 'vitest';

import { defaultStoreLimits } from '../../apps/cli/src/commands/inspect/wire-store.ts';
import { defaultClientLimits } from '../../packages/http/src/client/connect/connect-options.ts';
import { defaultLimits as journalLimits } from '../../packages/journal/src/contract/limits.ts';
import { defaultLimits as registryLimits } from '../../packages/registry/src/contract/limits.ts';
import { defaultLimits as workspaceLimits } from '../../packages/workspace/src/contract/limits.ts';

const page = readFileSync(new URL('../../docs/concepts/limits.md', import.meta.url), 'utf8');
const units: Readonly<Record<string, number>> = { KiB: 1024, MiB: 1024 ** 2, s: 1000 };

/** The limits in the table of a section, in the units of the code. */
function tableOf(title: string): Record<string, number> {
  const section = page.split(/^## /mu).find((each) => each.startsWith(`${title}\n`)) ?? '';
  const rows = [...section.matchAll(/^\| `(\w+)` +\| ([\d,]+) ?(KiB|MiB|s)? +\|/gmu)];
  return Object.fromEntries(
    rows.map(([, name = '', amount = '', unit = '']) => [
      name,
      Number(amount.replaceAll(',', '')) * (units[unit] ?? 1),
    ]),
  );
}

test.each([
  ['A connection', defaultLimits],
  ['A client', defaultUpdateLimits],
  ['A remote agent', defaultClientLimits],
  ['The bridge between versions', defaultBridgeLimits],
  ['MCP servers over ACP', defaultMcpLimits],
  ['The bridge of MCP servers', defaultMcpBridgeLimits],
  ['Files and terminals', workspaceLimits],
  ['The journal', journalLimits],
  ['A registry', registryLimits],
  ['The inspector', defaultStoreLimits],
])('the section “%s” has every limit with its default', (title, limits) => {
  expect(tableOf(title)).toEqual(limits);
});
