/** What telemetry is opened with. */
import type { Terminal } from '../terminal/terminal.ts';

export interface TelemetryOptions {
  /** The name of the service, unless the environment has another one. */
  readonly service: string;
  /** The version of this program. */
  readonly version: string;
  readonly env: Terminal['env'];
  /** Called when spans or metrics cannot be sent; one sentence. */
  readonly onFailure: (line: string) => void;
}
