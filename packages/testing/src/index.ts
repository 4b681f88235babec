/** What tests of connections need: a clock to turn, pipes to cut, channels that fail, peers that follow a script. */
export type { ByteFaults, GarbageLine } from './byte-faults.ts';
export { bytePipe, type PipeEnd, type PipeOptions } from './byte-pipe.ts';
export type { Fault, FaultTarget } from './fault.ts';
export { faulty, type FaultyChannel, type FaultyOptions } from './faulty.ts';
export { expectTranscript, goldenText, type Golden, type GoldenEntry, type GoldenOptions } from './golden.ts';
export type { Matcher } from './matching.ts';
export { record, type RecordedConnection, type Recording, type RecordOptions, type TapRecording } from './record.ts';
export { Script, script, type Answer, type Last, type Made, type ScriptOptions } from './script.ts';
export { ScriptError } from './script-error.ts';
export {
  scriptedAgent,
  scriptedClient,
  type ScriptedAgentOptions,
  type ScriptedClientOptions,
} from './scripted-peers.ts';
export { Transcript, type Direction, type TranscriptEntry } from './transcript.ts';
export { settled, VirtualClock } from './virtual-clock.ts';
