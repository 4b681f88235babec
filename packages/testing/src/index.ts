/** Tools for testing ACP connections: mock peers, a wire recorder, faulty channels and a virtual clock. */
export type { ByteFaults, GarbageLine } from './byte-pipe/byte-faults.ts';
export { bytePipe, type PipeEnd, type PipeOptions } from './byte-pipe/byte-pipe.ts';
export type { Fault, FaultTarget } from './faulty-channel/fault.ts';
export { faulty, type FaultyChannel, type FaultyOptions } from './faulty-channel/faulty-channel.ts';
export { expectTranscript, goldenText, type Golden, type GoldenEntry, type GoldenOptions } from './wire-log/golden.ts';
export type { Matcher } from './matching/matcher.ts';
export {
  record,
  type RecordedConnection,
  type Recording,
  type RecordOptions,
  type TapRecording,
} from './wire-log/record.ts';
export {
  MockPeer,
  mockPeer,
  type Last,
  type Made,
  type MockResult,
  type MockPeerOptions,
} from './mock-peer/mock-peer.ts';
export { MockPeerError } from './mock-peer/mock-peer-error.ts';
export {
  mockAgent,
  mockClient,
  type MockAgentOptions,
  type MockClientOptions,
} from './mock-peer/mock-agent-and-client.ts';
export { Transcript, type Direction, type TranscriptEntry } from './wire-log/transcript.ts';
export { settled, VirtualClock } from './clock/virtual-clock.ts';
