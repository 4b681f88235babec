/** OpenTelemetry spans and metrics for the programs of the Agent Client Protocol. */
export {
  observe,
  type HubObserver,
  type Observable,
  type ObservableHubOptions,
  type ObserveOptions,
} from './observe/observe.ts';
