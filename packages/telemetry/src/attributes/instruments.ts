/** The metrics: their names, units and buckets are those of the GenAI conventions where they have one. */
import type { Histogram, Meter, UpDownCounter } from '@opentelemetry/api';

const requestBuckets = [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92];
const agentBuckets = [0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 12.8, 25.6, 51.2, 102.4, 204.8, 409.6];
const tokenBuckets = [
  1, 4, 16, 64, 256, 1024, 4096, 16_384, 65_536, 262_144, 1_048_576, 4_194_304, 16_777_216, 67_108_864,
];

export interface Instruments {
  /** Turns, as the side that sends prompts sees them. */
  readonly sentTurns: Histogram;
  /** Turns, as the side that gets prompts sees them. */
  readonly servedTurns: Histogram;
  readonly tokens: Histogram;
  readonly toolCalls: Histogram;
  /** All requests but prompts, also the waiting time of questions to the user. */
  readonly requests: Histogram;
  readonly sessions: UpDownCounter;
}

/** Makes the instruments. */
export function instruments(meter: Meter): Instruments {
  const seconds = (name: string, description: string, explicitBucketBoundaries: number[]): Histogram =>
    meter.createHistogram(name, { unit: 's', description, advice: { explicitBucketBoundaries } });
  return {
    sentTurns: seconds('gen_ai.client.operation.duration', 'GenAI operation duration.', agentBuckets),
    servedTurns: seconds('gen_ai.invoke_agent.duration', 'Duration of a turn of an agent.', agentBuckets),
    toolCalls: seconds('gen_ai.execute_tool.duration', 'Duration of a tool call.', requestBuckets),
    requests: seconds('acp.request.duration', 'Time from a request to its response.', requestBuckets),
    tokens: meter.createHistogram('gen_ai.client.token.usage', {
      unit: '{token}',
      description: 'Number of input and output tokens used.',
      advice: { explicitBucketBoundaries: tokenBuckets },
    }),
    sessions: meter.createUpDownCounter('acp.active_sessions', {
      unit: '{session}',
      description: 'Sessions that are open on connections.',
    }),
  };
}
