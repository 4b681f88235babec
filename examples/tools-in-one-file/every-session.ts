/** Tools for every session of a client. */
// #region offer
import { mcpServer, offer, tool } from '@acp-stack/mcp';
import { client, type Client } from '@acp-stack/sdk';

export const watered: string[] = [];
const schema = { type: 'object', properties: { plant: { type: 'string' } }, required: ['plant'] } as const;
const garden = mcpServer('garden', {
  water: tool(schema, ({ plant }) => `${watered.push(plant)} plants have water.`, { description: 'Waters a plant.' }),
});

export const editor: Client = client({ name: 'my-editor', version: '1.0.0' });
offer(editor, garden); // every session of every connection
// #endregion offer
