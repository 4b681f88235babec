/** Chains of proxies and agents, in any runtime. */
export {
  chain,
  type Chain,
  type ChainFactory,
  type ChainRole,
  type ChooseComponents,
  type MakeChain,
} from './chain.ts';
export type { ChainOptions } from './chain-options.ts';
export type { Conductor } from './conductor.ts';
export { errorLineOf } from '../life/error-line.ts';
export { defaultRestartLimits, type RestartLimits } from '../life/restart-limits.ts';
export { wrapHandler, type WrappingProxy } from './wrap-handler.ts';
export type { HandlerWrapper, WrapHandler } from '../route/handler-wrapper.ts';
export { managed, type ManagedComponent, type ManageOptions } from '../components/managed.ts';
export type {
  ChainEvent,
  LifeEvent,
  MessageEvent,
  Observe,
  OutputEvent,
  RefusalEvent,
} from '../observe/chain-event.ts';
