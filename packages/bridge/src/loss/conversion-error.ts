/** Thrown where the conversion table says that a message must fail. */
import { RpcError, rpcCodes } from '@acp-stack/rpc';

import type { RowId } from './row.ts';

/** A message that the other version cannot carry; a request is refused with it, a notification dropped. */
export class ConversionError extends RpcError {
  static {
    this.prototype.name = 'ConversionError';
  }

  /** The row of the conversion table that says so. */
  readonly row: RowId;

  constructor(row: RowId, reason: string) {
    super(rpcCodes.invalidParams, reason, { data: { row } });
    this.row = row;
  }
}
