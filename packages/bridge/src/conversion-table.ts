/** The conversion table as data: what each version makes of what the other says. */
export { conversionTable } from './loss/conversion-table.ts';
export type { Crossed, Fidelity, Row, RowId } from './loss/row.ts';
