/** Agents for clients of AG-UI. */
export { agUiEndpoint, type AgUiEndpoint } from './ag-ui-endpoint.ts';
export { defaultAgUiLimits, type AgUiEndpointOptions, type AgUiLimits } from './options/ag-ui-options.ts';
export type { ServedAgent } from '@acp-stack/sdk';
