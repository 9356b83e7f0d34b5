import { describe, expect, it } from 'vitest';
import { listCircles } from './graph.ts';

const toGraph = (edges: Readonly<Record<string, readonly string[]>>) =>
  new Map(Object.entries(edges).map(([node, targets]) => [node, new Set(targets)]));

describe('listCircles', () => {
  it('finds none where edges point one way', () => {
    expect(listCircles(toGraph({ a: ['b', 'c'], b: ['c'], c: [] }))).toEqual([]);
  });

  it('finds a mutual edge once', () => {
    expect(listCircles(toGraph({ b: ['a'], a: ['b'] }))).toEqual([['a', 'b']]);
  });

  it('finds a longer circle once, from its smallest node', () => {
    expect(listCircles(toGraph({ c: ['a'], a: ['b'], b: ['c', 'd'] }))).toEqual([['a', 'b', 'c']]);
  });

  it('finds an edge from a node to itself', () => {
    expect(listCircles(toGraph({ a: ['a'] }))).toEqual([['a']]);
  });

  it('finds each of several circles', () => {
    expect(listCircles(toGraph({ a: ['b'], b: ['a', 'c'], c: ['b'] }))).toEqual([
      ['a', 'b'],
      ['b', 'c'],
    ]);
  });
});
