/** The checker: all promises of the hub that a recorded history breaks. */
import { checkClients } from './check-clients.ts';
import { checkCopies } from './check-copies.ts';
import { checkLog } from './check-log.ts';
import { checkOrder } from './check-order.ts';
import { checkOwners } from './check-owners.ts';
import { checkRequests } from './check-requests.ts';
import type { History, Violation } from './history.ts';

export function checkHistory(history: History): readonly Violation[] {
  return [
    ...history.sessions.flatMap(checkLog),
    ...checkOrder(history),
    ...checkOwners(history),
    ...checkClients(history),
    ...checkRequests(history),
    ...checkCopies(history),
  ];
}
