/** Agents for clients of AG-UI. */
export { agUiEndpoint, type AgUiEndpoint } from './ag-ui-endpoint.ts';
export {
  defaultAgUiLimits,
  type AgUiEndpointOptions,
  type AgUiLimits,
  type ServedAgent,
} from './options/ag-ui-options.ts';
