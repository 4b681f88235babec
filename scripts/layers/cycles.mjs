/** Finds cycles in a graph. */

/**
 * The groups of nodes that reach each other, each with more than one node (Tarjan's strongly connected components).
 *
 * @param {ReadonlyMap<string, ReadonlySet<string>>} edges
 * @returns {string[][]}
 */
export function findCycles(edges) {
  const order = new Map();
  const lowest = new Map();
  /** @type {string[]} */
  const stack = [];
  /** @type {string[][]} */
  const cycles = [];
  const visit = (node) => {
    order.set(node, order.size);
    lowest.set(node, order.get(node));
    stack.push(node);
    for (const next of edges.get(node) ?? []) {
      if (!order.has(next)) {
        visit(next);
        lowest.set(node, Math.min(lowest.get(node), lowest.get(next)));
      } else if (stack.includes(next)) lowest.set(node, Math.min(lowest.get(node), order.get(next)));
    }
    if (lowest.get(node) !== order.get(node)) return;
    const group = stack.splice(stack.indexOf(node));
    if (group.length > 1) cycles.push(group.toSorted());
  };
  for (const node of edges.keys()) if (!order.has(node)) visit(node);
  return cycles;
}
