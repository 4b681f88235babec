/** Which component may stand where, and what a chain of them is; compiled, never run. */
import { agent, client, proxy, type Component } from '@acp-stack/sdk';
import { expectTypeOf } from 'vitest';

import { chain, type Chain } from './chain.ts';

const info = { name: 'x', version: '1' };
declare const command: Component & { readonly role: 'either' };

expectTypeOf(chain(proxy(info), agent(info))).toEqualTypeOf<Chain<'agent'>>();
expectTypeOf(chain(agent(info))).toEqualTypeOf<Chain<'agent'>>();
expectTypeOf(chain(proxy(info), command, proxy(info))).toEqualTypeOf<Chain<'proxy'>>();
expectTypeOf(chain()).toEqualTypeOf<Chain<'proxy'>>();
expectTypeOf(chain(proxy(info), command)).toEqualTypeOf<Chain<'either'>>();

void client(info).connect(chain(proxy(info), agent(info)));
void client(info).connect(chain(proxy(info), command));
void client(info).connect(chain(chain(proxy(info)), chain(command), chain(agent(info))));
void client(info).connect(chain.with({ name: 'team' })(proxy(info), agent(info)));
void client(info).connect(chain.from(() => [agent(info)]));
// @ts-expect-error a chain of proxies is not an agent
void client(info).connect(chain(proxy(info)));
// @ts-expect-error an agent has no successor
void chain(agent(info), proxy(info));
// @ts-expect-error a chain that ends with an agent has none either
void chain(chain(agent(info)), agent(info));
