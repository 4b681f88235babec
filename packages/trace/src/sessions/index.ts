export { KnownSessions } from './known-sessions.ts';
export { SessionTurns, type LateUpdate } from './session-turns.ts';
