import type { StorySummary } from '@relato/contract/stories/types';
import { expect, it } from 'vitest';
import { findObstacle } from './find-obstacle.ts';

const viewer = { vote: null, canEdit: false, canDelete: false };

const obstacles = (commenters: StorySummary['commenters'], more: { readonly isFollower?: boolean } = {}) => {
  const story = { commenters, viewer: { ...viewer, ...more } };
  return { visitor: findObstacle(story, true), member: findObstacle(story, false) };
};

it('allows only the commenters that the author chose', () => {
  expect(obstacles('anyone')).toEqual({ visitor: null, member: null });
  expect(obstacles('members')).toEqual({ visitor: 'account', member: null });
  expect(obstacles('followers', { isFollower: false })).toEqual({ visitor: 'follow', member: 'follow' });
  expect(obstacles('followers', { isFollower: true })).toEqual({ visitor: 'follow', member: null });
  expect(obstacles('nobody')).toEqual({ visitor: 'closed', member: 'closed' });
});

it('leaves the decision to the server when its answer does not contain the choice', () => {
  const { commenters } = JSON.parse('{}') as Pick<StorySummary, 'commenters'>;
  expect(obstacles(commenters)).toEqual({ visitor: null, member: null });
});

it('always allows the author to comment', () => {
  expect(findObstacle({ commenters: 'nobody', viewer: { ...viewer, canEdit: true } }, false)).toBeNull();
});
