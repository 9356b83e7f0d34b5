import type { StorySummary } from '@relato/contract/stories/types';
import { expect, it } from 'vitest';
import { findObstacle } from './find-obstacle.ts';

const viewer = { vote: null, canEdit: false, canDelete: false };

const of = (commenters: StorySummary['commenters'], more: { readonly isFollower?: boolean } = {}) =>
  [true, false].map((isVisitor) => findObstacle({ commenters, viewer: { ...viewer, ...more } }, isVisitor));

it('says who may not comment, and nothing of a story of a server that does not know the choice', () => {
  expect(of('anyone')).toEqual([null, null]);
  expect(of('members')).toEqual(['account', null]);
  expect(of('followers', { isFollower: false })).toEqual(['follow', 'follow']);
  expect(of('followers', { isFollower: true })).toEqual(['follow', null]);
  expect(of('nobody')).toEqual(['closed', 'closed']);
  const { commenters } = JSON.parse('{}') as Pick<StorySummary, 'commenters'>; // as the server of before sends it
  expect(of(commenters)).toEqual([null, null]);
});

it('lets the author comment whatever they chose', () => {
  expect(findObstacle({ commenters: 'nobody', viewer: { ...viewer, canEdit: true } }, false)).toBeNull();
});
