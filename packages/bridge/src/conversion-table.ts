/** The conversion table as data: what becomes of each part of the protocol in the other version. */
export { conversionTable } from './loss/conversion-table.ts';
export type { Crossed, Fidelity, Row, RowId } from './loss/row.ts';
