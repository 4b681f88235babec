/** Reports losses for the message that is being converted. */
import { ConversionError } from './conversion-error.ts';
import type { LossReporter } from './loss-reporter.ts';
import type { Role } from '../protocol/role.ts';
import type { ReportBridge } from './report.ts';
import type { RowId } from './row.ts';
import { sessionOf } from '../protocol/session-of.ts';

/** A message that is being converted. */
export interface CurrentMessage {
  readonly from: Role;
  readonly method: string;
  readonly params: unknown;
}

export class MessageLossReporter implements LossReporter {
  readonly #report: ReportBridge;
  readonly #isStrict: boolean;
  #current: CurrentMessage | undefined;

  constructor(report: ReportBridge, isStrict: boolean) {
    this.#report = report;
    this.#isStrict = isStrict;
  }

  lose(row: RowId, reason: string): void {
    if (this.#isStrict) throw new ConversionError(row, reason);
    this.omit(row, reason);
  }

  omit(row: RowId, reason: string): void {
    const { from = 'agent', method = 'unknown', params } = this.#current ?? {};
    this.#report({ kind: 'loss', row, reason, from, method, sessionId: sessionOf(params) });
  }

  /** Begins the conversion of a message. Returns the argument for `end`. */
  begin(current: CurrentMessage): CurrentMessage | undefined {
    const outer = this.#current;
    this.#current = current;
    return outer;
  }

  /** Ends what `begin` began, which may have been inside another `begin`. */
  end(outer: CurrentMessage | undefined): void {
    this.#current = outer;
  }

  /** Converts a message; losses and failures are reported for it. */
  during(current: CurrentMessage, work: () => void, onFailure?: (error: Error) => void): void {
    const outer = this.begin(current);
    try {
      work();
    } catch (error) {
      this.failed(current, error);
      onFailure?.(error as Error);
    } finally {
      this.end(outer);
    }
  }

  /** Reports that the conversion threw. */
  failed({ from, method }: CurrentMessage, error: unknown): void {
    if (error instanceof ConversionError) this.omit(error.row, error.message);
    else this.#report({ kind: 'bridge-failed', from, method, error });
  }
}
