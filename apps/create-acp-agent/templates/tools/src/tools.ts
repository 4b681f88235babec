/** Tools for any agent: `acp chat --tools dist/tools.js -- any-agent`. Each has a schema, and a function. */
import { readdir } from 'node:fs/promises';

import { tool, type Tool } from '@acp-stack/mcp';

const seasons = new Map([
  ['rose', 'June'],
  ['tulip', 'April'],
]);

const plant = { type: 'object', properties: { plant: { type: 'string' } }, required: ['plant'] } as const;

/** Says when a plant blooms. The arguments were checked before, and have the type that the schema says. */
const season: Tool = tool(plant, (args) => seasons.get(args.plant) ?? `I do not know ${args.plant}.`, {
  description: 'Says when a plant blooms.',
});

/** Counts files. What a tool throws is an answer that the agent reads. */
const countFiles: Tool = tool(
  { type: 'object', properties: {} } as const,
  async () => `${(await readdir(process.cwd())).length} files`,
  { description: 'Counts the files of the working folder.' },
);

export default { season, countFiles };
