/** Both doors make the same chains, and only the one for Node takes options of the MCP bridge; compiled, never run. */
import { agent, proxy } from '@acp-stack/sdk';
import { expectTypeOf } from 'vitest';

import { chain as neutralChain, type Chain } from '../chain/chain.ts';
import { chain } from './chain.ts';
import { command } from './command.ts';

const info = { name: 'x', version: '1' };

expectTypeOf(chain(proxy(info), agent(info))).toEqualTypeOf<Chain<'agent'>>();
expectTypeOf(chain(proxy(info))).toEqualTypeOf<Chain<'proxy'>>();
expectTypeOf(chain(neutralChain(proxy(info)), command(['x']))).toEqualTypeOf<Chain<'either'>>();
expectTypeOf(chain.with({ mcp: false, name: 'team' })(agent(info))).toEqualTypeOf<Chain<'agent'>>();
expectTypeOf(chain.from(() => [agent(info)], { mcp: { prefer: ['stdio'] } })).toEqualTypeOf<Chain<'either'>>();
// @ts-expect-error a chain for any runtime has no bridge
void neutralChain.with({ mcp: {} });
// @ts-expect-error an agent has no successor
void chain(agent(info), proxy(info));
