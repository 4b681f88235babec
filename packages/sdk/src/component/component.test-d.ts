/** Which component may stand where; compiled, never run. */
import type { Channel } from '@acp-stack/rpc';

import { agent } from '../agent/agent.ts';
import type { ClientConnection } from '../client/client-connection.ts';
import { client } from '../client/client.ts';
import { proxy } from '../proxy/proxy.ts';
import type { AgentComponent, Component, ProxyComponent } from './component.ts';

const info = { name: 'x', version: '1' };
declare const channel: Channel;
declare const connection: ClientConnection;
declare const command: Component & { readonly role: 'either' };

void client(info).connect(agent(info));
void client(info).connect(channel, { timeout: 1 });
void client(info).connect(command);
void connection.reconnect(agent(info));
void connection.reconnect(channel);
// @ts-expect-error a proxy is not the end of a chain
void client(info).connect(proxy(info));
// @ts-expect-error neither is it after a restart
void connection.reconnect(proxy(info));

// What may be either stands anywhere.
void ([agent(info), command] satisfies AgentComponent[]);
void ([proxy(info), command] satisfies ProxyComponent[]);
// @ts-expect-error an agent has no successor
void (agent(info) satisfies ProxyComponent);
