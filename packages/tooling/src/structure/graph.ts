export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** Returns the shortest way along the edges from one node to another, with both ends, or null if there is none. */
function findWay(graph: Graph, from: string, to: string): string[] | null {
  const ways: string[][] = [[from]];
  const seen = new Set([from]);
  for (const way of ways) {
    const last = way.at(-1);
    if (last === undefined) continue;
    for (const next of graph.get(last) ?? []) {
      if (next === to) return [...way, next];
      if (seen.has(next)) continue;
      seen.add(next);
      ways.push([...way, next]);
    }
  }
  return null;
}

/** Lists the circles of a graph: the shortest one for each edge that closes one, each once, from its smallest node. */
export function listCircles(graph: Graph): string[][] {
  const circles = new Map<string, string[]>();
  for (const [from, targets] of graph)
    for (const to of targets) {
      const way = to === from ? [from] : findWay(graph, to, from);
      if (!way) continue;
      const start = way.indexOf(way.toSorted()[0] ?? from);
      const circle = [...way.slice(start), ...way.slice(0, start)];
      circles.set(circle.join(' '), circle);
    }
  return [...circles.values()];
}
