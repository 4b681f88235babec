/** Tools for any agent, in one file that imports nothing: acp exec --tools my-tools.mjs "when do roses bloom?" */
// #region tools
const seasons = { rose: 'June', tulip: 'April' };

export default {
  season: {
    description: 'Says when a plant blooms.',
    schema: { type: 'object', properties: { plant: { type: 'string' } }, required: ['plant'] },
    handler: ({ plant }) => seasons[plant] ?? `I do not know ${plant}.`,
  },
};
// #endregion tools
