/** The error for a message that the conversion table says must fail. */
import { RpcError, rpcCodes } from '@acp-stack/rpc';

import type { RowId } from './row.ts';

/** A message that the other version cannot carry. A request is refused with this error, a notification is dropped. */
export class ConversionError extends RpcError {
  static {
    this.prototype.name = 'ConversionError';
  }

  /** The row of the conversion table. */
  readonly row: RowId;

  constructor(row: RowId, reason: string) {
    super(rpcCodes.invalidParams, reason, { data: { row } });
    this.row = row;
  }
}
