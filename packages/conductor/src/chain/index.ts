/** Chains of proxies and agents, in any runtime. */
export { managed, type ManageOptions } from '../components/managed.ts';
